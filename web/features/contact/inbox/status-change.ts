import type { QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ContactStatus } from '#contract/words/contact.ts';
import { inParts, type OnProgress } from '#web/domain/in-parts.ts';
import { call, messageOf } from '#web/lib/api-client.ts';
import { contactQueries } from '../contact.api.ts';
import type { ContactMessage } from '../contact.view.ts';

/** A new status of one or many messages of the list. */
export type StatusChange = {
  rows: readonly ContactMessage[];
  /** Whether the rows were chosen first. */
  isBulk: boolean;
  to: ContactStatus;
};

export type Outcome = ResponseOf<typeof api.contact.setStatusOfMany>;
type List = ResponseOf<typeof api.contact.list>['data'];

/** Changes messages in every list that is in memory. */
export function patchLists(client: QueryClient, patch: (row: ContactMessage) => ContactMessage): void {
  client.setQueriesData<List>(
    { queryKey: contactQueries.lists() },
    (list) => list && { ...list, contacts: list.contacts.map(patch) },
  );
}

/**
 * Sends a change on the versions that its rows show, so that no change of somebody else is overwritten unseen.
 * @param made the versions that earlier changes of this list made: a row may be changed again before it shows the first change
 */
export const sendStatus = (
  { rows, to }: StatusChange,
  made: ReadonlyMap<number, number>,
  onProgress?: OnProgress,
): Promise<Outcome> =>
  inParts(
    rows,
    (part) =>
      call(api.contact.setStatusOfMany, {
        body: {
          contacts: part.map(({ id, version }) => ({ id, version: Math.max(version, made.get(id) ?? 0) })),
          status: to,
        },
      }),
    ({ id }, message) => ({ id, message }),
    onProgress,
  );

/**
 * Sets messages back to what they were before an accepted change, each on the version that the change made. They go back in
 * groups of one status. When one group fails and another is back, its messages count as refused.
 * @throws ApiError when none is back
 */
export async function undoStatus(
  { rows }: StatusChange,
  done: Outcome['done'],
  onProgress?: OnProgress,
  send = sendStatus,
): Promise<Outcome> {
  const versions = new Map(done.map(({ id, version }) => [id, version]));
  const all: Outcome = { done: [], refused: [] };
  const changed = rows.filter(({ id }) => versions.has(id));
  let answered = 0;
  let failure: unknown;
  for (const [to, some] of Map.groupBy(changed, ({ status }) => status)) {
    const before = answered;
    const part: StatusChange = { rows: some, isBulk: true, to };
    const outcome = await send(part, versions, (more) => onProgress?.(before + more)).catch((error: unknown) => {
      failure ??= error;
      return { done: [], refused: some.map(({ id }) => ({ id, message: messageOf(error, 'Not sent.') })) };
    });
    answered += some.length;
    all.done.push(...outcome.done);
    all.refused.push(...outcome.refused);
  }
  if (failure !== undefined && all.done.length === 0) throw failure;
  return all;
}

/** The most refusals of a change that are told one by one. */
const REASONS_MAX = 3;

/** What was refused and why, by the names of the senders. */
export function refusedText(rows: readonly ContactMessage[], refused: Outcome['refused']): string {
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? 'A message';
  const told = refused.slice(0, REASONS_MAX).map(({ id, message }) => `${nameOf(id)}: ${message}`);
  const more = refused.length - told.length;
  return [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** What became of a change: "8 messages updated, 2 refused: Dana: Ada changed this message." */
export function outcomeText({ rows }: Pick<StatusChange, 'rows'>, { done, refused }: Outcome): string {
  const updated = done.length === 1 ? '1 message updated' : `${done.length} messages updated`;
  if (refused.length === 0) return done.length === 1 ? 'Status updated successfully' : updated;
  const why = refusedText(rows, refused);
  return done.length === 0 && refused.length === 1 ? why : `${updated}, ${refused.length} refused: ${why}`;
}

/** Whose message a change is about when it is about one: several of its messages stand together, each with an Undo. */
export const senderOf = (rows: readonly Pick<ContactMessage, 'name'>[]): { about?: string } =>
  rows.length === 1 && rows[0] ? { about: rows[0].name } : {};
