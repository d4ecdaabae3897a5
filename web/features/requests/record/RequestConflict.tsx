import type { RequestDetail } from '#contract/request-answers.ts';
import { type Conflict, EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { changesOf } from './request-changes.ts';

type Props = Conflict & {
  /** The request as the edit began, and as it is now. */
  before: RequestDetail;
  now: RequestDetail;
  /** What the user has entered, by the names that `changesOf` uses. */
  mine: Readonly<Record<string, string | undefined>>;
};

/** Says that a request changed during an edit: the changes, and what the user has entered, side by side. */
export function RequestConflict({ before, now, mine, ...conflict }: Props) {
  const changes = changesOf(before, now);
  const own = Object.entries(mine).flatMap(([field, value]) => (value ? [{ field, value }] : []));
  const rows = [
    ...changes.map((change) => ({ ...change, mine: own.find(({ field }) => field === change.field)?.value })),
    ...own
      .filter(({ field }) => !changes.some((change) => change.field === field))
      .map(({ field, value }) => ({ field, before: null, now: null, mine: value })),
  ];
  return <EditConflict what="this request" rows={rows} {...conflict} />;
}
