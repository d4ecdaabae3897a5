import type { RequestSummary } from '#contract/request-answers.ts';
import { openStatuses, type Status, statusLabels } from '#contract/words/requests.ts';

type Refusal = { external_id: string | null; message: string };
type Rows = readonly Pick<RequestSummary, 'status'>[];
type Changed = { kind: 'status' } | { kind: 'assign'; to: { name: string } | null; rows: Rows };

const isOpen = (status: Status) => openStatuses.some((open) => open === status);

/** What an assignment leaves as it is: "This request is cancelled. Assigning does not reopen it." Undefined for open requests. */
export function closedNote(rows: Rows): string | undefined {
  const closed = rows.filter(({ status }) => !isOpen(status));
  const [first] = closed;
  if (!first) return undefined;
  if (rows.length === 1)
    return `This request is ${statusLabels[first.status].toLowerCase()}. Assigning does not reopen it.`;
  return `${closed.length} of ${rows.length} are completed or cancelled. Assigning does not reopen them.`;
}

/** The words for one request, and for many (spec §8). Whoever has the work now is named. */
function wordsOf(change: Changed): { one: string; done: string } {
  if (change.kind === 'status') return { one: 'Status updated successfully!', done: 'updated' };
  if (change.to === null) return { one: 'Request taken back: it is unassigned.', done: 'unassigned' };
  const { name } = change.to;
  const [row] = change.rows;
  const still = row && !isOpen(row.status) ? ` It is still ${statusLabels[row.status].toLowerCase()}.` : '';
  return { one: `Request assigned successfully! ${name} has it now.${still}`, done: `assigned to ${name}` };
}

/** The most refusals of a change that are told one by one. */
const REASONS_MAX = 3;

/** What became of a change of one or many requests: "8 assigned to Tess, 2 refused: REQ-...: Ada changed the status." */
export function outcomeText(
  change: Changed,
  { done, refused }: { done: readonly unknown[]; refused: readonly Refusal[] },
): string {
  const words = wordsOf(change);
  if (refused.length === 0) {
    return done.length === 1 ? words.one : `${done.length.toLocaleString('en-US')} requests ${words.done}`;
  }
  const told = refused.slice(0, REASONS_MAX);
  const more = refused.length - told.length;
  const why = [
    ...told.map(({ external_id, message }) => `${external_id ?? 'A deleted request'}: ${message}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ].join(' ');
  return done.length === 0 && refused.length === 1
    ? why
    : `${done.length} ${words.done}, ${refused.length} refused: ${why}`;
}

/** Whose request a message is about when it is about one: several messages stand together, each with an Undo. */
export const subjectOf = (rows: readonly Pick<RequestSummary, 'title' | 'customer'>[]): { about?: string } =>
  rows.length === 1 && rows[0] ? { about: `${rows[0].customer.name}: ${rows[0].title}` } : {};
