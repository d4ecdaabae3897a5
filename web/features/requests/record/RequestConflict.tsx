import type { RequestDetail } from '#contract/request-answers.ts';
import { EditConflict } from '#web/ui/mantine/EditConflict.tsx';
import { changesOf } from './request-changes.ts';

type Props = {
  /** The request as the edit began, and as it is now. */
  before: RequestDetail;
  now: RequestDetail;
  /** What the user has entered, by the names that `changesOf` uses. */
  mine: Readonly<Record<string, string | undefined>>;
  /** The server's refusal of the last try, which names who was first. */
  refusal: string | null;
  /** Whether an earlier try without a response may be the change. */
  hadLostTry: boolean;
  onSaveMine: () => void;
  onDiscardMine: () => void;
};

/** Says that a request changed during an edit: the changes, and what the user has entered, side by side. */
export function RequestConflict({ before, now, mine, refusal, hadLostTry, onSaveMine, onDiscardMine }: Props) {
  const changes = changesOf(before, now);
  const own = Object.entries(mine).flatMap(([field, value]) => (value ? [{ field, value }] : []));
  const rows = [
    ...changes.map((change) => ({ ...change, mine: own.find(({ field }) => field === change.field)?.value })),
    ...own
      .filter(({ field }) => !changes.some((change) => change.field === field))
      .map(({ field, value }) => ({ field, before: null, now: null, mine: value })),
  ];
  const reason = refusal ?? 'Somebody changed this request while you were editing.';
  const lost = hadLostTry ? ' Your earlier try may have been saved although no answer came.' : '';
  return (
    <EditConflict
      message={`${reason}${lost} What you entered is still here: choose what stands.`}
      rows={rows}
      onSaveMine={onSaveMine}
      onDiscardMine={onDiscardMine}
    />
  );
}
