import type { RequestDetail } from '#contract/request-answers.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type Conflict, EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { conflictRows, type Entered, lastChangerOf } from './request-changes.ts';

type Props = Conflict & {
  /** The request as the edit began, and as it is now. */
  before: RequestDetail;
  now: RequestDetail;
  mine: Entered;
  /** Gives up what is entered in one field, by its name in the rows. Left out where the fields are one decision. */
  onTakeNow?: (field: string) => void;
};

/** Says that a request changed during an edit: the changes, and what the user has entered, side by side. */
export function RequestConflict({ before, now, mine, onTakeNow, ...conflict }: Props) {
  const { user } = useSession();
  return (
    <EditConflict
      what="this request"
      rows={conflictRows(before, now, mine).map((row) => ({
        ...row,
        ...(onTakeNow && row.mine !== undefined && { onTakeNow: () => onTakeNow(row.field) }),
      }))}
      by={lastChangerOf(now)}
      isOwn={user !== null && now.changed_by === user.id}
      {...conflict}
    />
  );
}
