import type { RequestDetail } from '#contract/request-answers.ts';
import { type Conflict, EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { conflictRows, type Entered } from './request-changes.ts';

type Props = Conflict & {
  /** The request as the edit began, and as it is now. */
  before: RequestDetail;
  now: RequestDetail;
  mine: Entered;
};

/** Says that a request changed during an edit: the changes, and what the user has entered, side by side. */
export const RequestConflict = ({ before, now, mine, ...conflict }: Props) => (
  <EditConflict what="this request" rows={conflictRows(before, now, mine)} {...conflict} />
);
