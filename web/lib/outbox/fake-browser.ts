import { ApiError } from '../api-client.ts';
import type { Entries, Entry } from './entries.ts';
import { createOutbox, type Outcome } from './outbox.ts';

export const REQUEST = 12;
export const photo = new File(['pixels'], 'pole.jpg', { lastModified: 1 });
export const body = { status: 'in_progress', notes: 'Nine poles', version: 3 } as const;
export const update = { requestId: REQUEST, name: 'REQ-1', form: { notes: 'Nine poles' }, body, files: [photo] };
export const noConnection = () => Promise.reject(new ApiError(0, {}));

/** A browser's database, which all tabs share and no killed page takes with it. */
export function aDatabase() {
  const rows = new Map<number, { entry: Entry; files: readonly File[] }>();
  const entries: Entries = {
    read: async (id) => structuredClone(rows.get(id)?.entry),
    readFiles: async (id) => [...(rows.get(id)?.files ?? [])],
    ids: async () => [...rows.keys()],
    write: async (entry, files) => {
      rows.set(entry.requestId, {
        entry: structuredClone(entry),
        files: files ?? rows.get(entry.requestId)?.files ?? [],
      });
    },
    remove: async (id) => void rows.delete(id),
  };
  const locks = new Map<string, Promise<unknown>>();
  const lock = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const next = (locks.get(name) ?? Promise.resolve()).then(run);
    locks.set(name, next);
    return next;
  };
  return { rows, entries, lock };
}

type Send = Parameters<typeof createOutbox>[0]['send'];
/** A page with its outbox, and what it has sent. */
export function aPage({ entries, lock }: ReturnType<typeof aDatabase>, answer: Send, now = () => 0) {
  const sent: Parameters<Send>[0][] = [];
  const outcomes: Outcome['kind'][] = [];
  const send: Send = (one, options) => {
    sent.push(one);
    return answer(one, options);
  };
  const told: (Outcome['kind'] | null)[] = [];
  const tell = (outcome: Outcome | null) => void told.push(outcome?.kind ?? null);
  const outbox = createOutbox({ userId: 7, entries, lock, send, tell, now });
  outbox.listen(({ kind }) => outcomes.push(kind));
  return { outbox, sent, outcomes, told };
}
