import type { ApiError } from '../api-client.ts';
import { contentOf, keyFor } from '../forms/sending/idempotency.ts';
import { newUuid } from '../uuid.ts';
import { type Entries, type Entry, newEntry, type WorkBody } from './entries.ts';
import { createFilesHere } from './files-here.ts';
import { isAtOffice, isTaken, mayGoAgain, refused, unansweredAfter, withTry } from './tries.ts';

/** What lists and forms show of an entry. */
export type Item = Pick<Entry, 'requestId' | 'name'> & {
  /** `sending`: the first try of what the technician has just sent. It waits only when that try was lost. */
  stage: Entry['stage'] | 'sending';
  isSending: boolean;
  /** Whether the newest state survives the page. It does not while the browser's storage is full or blocked. */
  isStored: boolean;
  /** The files that the browser could not read, none when it does not know their names; else null. Nothing is sent without them. */
  unreadable: readonly string[] | null;
  /** The bytes of the upload that were sent, 0 to 1. */
  progress: number;
};

/** How a try ended. `lost` (no answer) and `unreadable` (no files) go again. `refused`: the technician decides. */
export type Outcome = Pick<Entry, 'requestId' | 'name'> &
  /** With what was sent, because the form of another tab may hold something else. */
  (
    | { kind: 'arrived'; form: unknown; files: readonly File[] }
    /** Someone else has the request, and the office decides about the update. */
    | { kind: 'handed_over'; form: unknown; files: readonly File[] }
    | { kind: 'unreadable'; names: readonly string[] }
    | { kind: 'lost'; error: unknown }
    /** `mayBeSaved`: an earlier try without an answer may have been saved. */
    | { kind: 'refused'; error: unknown; mayBeSaved: boolean }
  );

type Try = { requestId: number; body: WorkBody; files: readonly File[]; key: string };
type Options = { signal: AbortSignal; onProgress: (fraction: number) => void };

/** What an outbox needs of the browser and the server. */
export type Parts = {
  userId: number;
  entries: Entries;
  send: (one: Try, options: Options) => Promise<unknown>;
  /** Runs a function while no other tab of the browser runs one under this name. */
  lock: <T>(name: string, run: () => Promise<T>) => Promise<T>;
  /** In milliseconds. */
  now: () => number;
  /** Tells the other tabs that the stored entries have changed, and how a try ended. */
  tell: (outcome: Outcome | null) => void;
};

/** What a form keeps. `files` is left out while they have not changed. */
export type Draft = { requestId: number; name: string; form: unknown; files?: readonly File[] };

type Sending = { work: Promise<void>; controller: AbortController; progress: number; isFirstTry: boolean };

/**
 * The one way of a technician's updates to the server. An entry is stored before it is sent, and removed when the server has
 * answered that it is saved. Every try of the same content has the same Idempotency-Key, also after the page was killed.
 */
export function createOutbox({ userId, entries, send, lock, now: clock, tell: tellTabs }: Parts) {
  const known = new Map<number, Entry>();
  const filesHere = createFilesHere(entries.readFiles);
  const unstoredFiles = new Map<number, readonly File[]>();
  /** The entries whose newest state is in memory only, because the browser has refused to store it. */
  const unstored = new Set<number>();
  const sending = new Map<number, Sending>();
  const listeners = new Set<(outcome: Outcome) => void>();
  const watchers = new Set<() => void>();
  let items: readonly Item[] = [];
  let isClosed = false;

  /** A try that ends after `close` is not told: the channel of the tabs is closed by then. */
  const tell: Parts['tell'] = (outcome) => {
    if (!isClosed) tellTabs(outcome);
  };
  const show = () => {
    items = [...known.values()].map((entry) => {
      const { requestId, name, stage } = entry;
      const now = sending.get(requestId);
      return {
        requestId,
        name,
        stage: now?.isFirstTry ? 'sending' : stage,
        isSending: now !== undefined,
        isStored: !unstored.has(requestId),
        unreadable: filesHere.unreadable(requestId),
        progress: now?.progress ?? 0,
      };
    });
    for (const watcher of watchers) watcher();
  };
  const report = (outcome: Outcome) => {
    for (const listener of listeners) listener(outcome);
  };

  const dirty = new Set<number>();
  let writing: Promise<void> | null = null;
  /** Writes the newest state of each changed entry, one after the other. A state that was overtaken is not written. */
  async function writeAll() {
    for (let [next] = dirty; next !== undefined; [next] = dirty) {
      dirty.delete(next);
      const entry = known.get(next);
      const files = unstoredFiles.get(next);
      unstoredFiles.delete(next);
      try {
        await (entry ? entries.write(entry, files) : entries.remove(next));
        unstored.delete(next);
      } catch {
        // The update can still be sent from memory. The next write tries the files again.
        if (entry) unstored.add(next);
        if (files && !unstoredFiles.has(next)) unstoredFiles.set(next, files);
      }
    }
    writing = null;
    show();
    tell(null);
  }
  const stored = (requestId: number): Promise<void> => {
    dirty.add(requestId);
    writing ??= writeAll();
    return writing;
  };
  const put = (entry: Entry): Promise<void> => {
    known.set(entry.requestId, entry);
    show();
    return stored(entry.requestId);
  };
  /** Shown when it is stored: what has gone from the screen must not come back with a reload. */
  const drop = (requestId: number): Promise<void> => {
    known.delete(requestId);
    filesHere.forget(requestId);
    unstoredFiles.delete(requestId);
    return stored(requestId);
  };
  /** A new revision of the entry that a draft changes, with the draft's files. A new entry has no stored files to read. */
  const begin = ({ requestId, name, files }: Draft): Entry => {
    const before = known.get(requestId);
    const entry = { ...(before ?? newEntry(userId, requestId, name)), revision: newUuid() };
    if (files) unstoredFiles.set(requestId, files);
    const held = files ?? (before ? filesHere.held(before) : []);
    if (held) filesHere.hold(entry, held);
    return entry;
  };

  const isDue = (entry: Entry | undefined) => entry !== undefined && (entry.stage === 'waiting' || isTaken(entry));

  /** The entry as it is stored, because another tab may have sent, edited or discarded it. From memory when it is not stored. */
  async function newest(requestId: number): Promise<Entry | undefined> {
    await writing;
    if (unstored.has(requestId)) return known.get(requestId);
    try {
      return await entries.read(requestId);
    } catch {
      return known.get(requestId);
    }
  }

  async function tryOnce(requestId: number, options: Options): Promise<Outcome | null> {
    const found = await newest(requestId);
    if (!found?.call || !isDue(found)) {
      if (!found && known.get(requestId)?.stage === 'waiting') await drop(requestId);
      return null;
    }
    const { name, call } = found;
    const { files, lost } = (await filesHere.readToSend(found)) ?? { files: [], lost: null };
    if (options.signal.aborted) return null;
    if (lost?.length !== 0) return { kind: 'unreadable', requestId, name, names: lost ?? [] };
    const entry: Entry = { ...found, stage: 'waiting', refusal: null };
    // Stored before the call, because the page may be killed before the answer.
    await put({ ...entry, unanswered: withTry(entry.unanswered, call.key, clock()) });
    const failed = async (error: unknown): Promise<Outcome> => {
      const now = known.get(requestId) ?? entry;
      const unanswered = unansweredAfter(error, entry.unanswered, call.key, clock());
      if (mayGoAgain(error)) {
        // At the end of the line: the others go first.
        known.delete(requestId);
        await put({ ...now, unanswered });
        return { kind: 'lost', requestId, name, error };
      }
      await put(refused({ ...now, unanswered }, error as ApiError));
      return { kind: 'refused', requestId, name, error, mayBeSaved: unanswered.length > 0 };
    };
    let kind: 'arrived' | 'handed_over' = 'arrived';
    try {
      await send({ requestId, files, ...call }, options);
    } catch (error) {
      if (options.signal.aborted) return null;
      if (isAtOffice(error)) kind = 'handed_over';
      else return failed(error);
    }
    // What was edited in the meantime, in another tab, stays.
    const now = await newest(requestId);
    if (now?.revision === entry.revision) await drop(requestId);
    return { kind, requestId, name, form: entry.form, files };
  }

  /** Sends an entry that waits, as soon as it is stored. A second call while the first is on its way is the same try. */
  function deliver(requestId: number, isFirstTry = false): Promise<void> {
    const running = sending.get(requestId);
    if (running) return running.work;
    const controller = new AbortController();
    const onProgress = (progress: number) => {
      const now = sending.get(requestId);
      if (now) sending.set(requestId, { ...now, progress });
      show();
    };
    const work = lock(`outbox ${userId}/${requestId}`, () =>
      tryOnce(requestId, { signal: controller.signal, onProgress }),
    )
      .finally(() => {
        sending.delete(requestId);
        show();
      })
      .then((outcome) => {
        if (!outcome) return;
        report(outcome);
        tell(outcome);
      });
    sending.set(requestId, { work, controller, progress: 0, isFirstTry });
    show();
    return work;
  }

  return {
    userId,
    items: () => items,
    subscribe(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    /** Calls back with the end of every try, also of other tabs. */
    listen(listener: (outcome: Outcome) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hear: report,
    /** Reads the stored entries again. One that the browser cannot read now stays as it is known. */
    async load(): Promise<void> {
      await writing;
      const ids = await entries.ids().catch(() => null);
      if (ids === null) return;
      const all = await Promise.all(ids.map((id) => entries.read(id).catch(() => known.get(id))));
      // An entry that is being written here is newer than its stored state.
      if (writing) return;
      const here = new Map(all.flatMap((entry) => (entry ? [[entry.requestId, entry]] : [])));
      for (const id of [...known.keys()].filter((one) => !unstored.has(one))) {
        known.delete(id);
        if (!here.has(id)) filesHere.forget(id);
      }
      for (const [id, entry] of here) if (!unstored.has(id)) known.set(id, entry);
      show();
    },
    /** An entry with its files, for its form; `unreadable` when the browser cannot read the files now. */
    async open(requestId: number): Promise<{ entry: Entry; files: readonly File[] } | 'unreadable' | null> {
      const entry = await newest(requestId);
      if (!entry) return null;
      known.set(requestId, entry);
      const files = await filesHere.read(entry);
      if (files) filesHere.hold(entry, files);
      show();
      return files ? { entry, files } : 'unreadable';
    },
    isWaiting: (requestId: number) => known.get(requestId)?.stage === 'waiting',
    /** Keeps what is being entered. What waited to be sent does not go any more: it was edited. */
    keep(draft: Draft): Promise<void> {
      return put({ ...begin(draft), form: draft.form, stage: 'draft', refusal: null });
    },
    /** Stores an update that is complete, and sends it. */
    async submit({ body, ...draft }: Draft & { body: WorkBody; files: readonly File[] }): Promise<void> {
      const { requestId, form, files } = draft;
      const entry = begin(draft);
      const { key, tries } = keyFor(entry.tries, contentOf(body, files));
      const call = { body, key };
      void put({ ...entry, form, call, tries, stage: 'waiting', refusal: null });
      await deliver(requestId, true);
    },
    deliver: (requestId: number) => deliver(requestId),
    /** Sends everything that waits, one after the other. What is on its way does not hold up the others. */
    async deliverAll(): Promise<void> {
      const waiting = items.filter(({ requestId }) => isDue(known.get(requestId)));
      for (const { requestId } of waiting.toSorted((a, b) => +a.isSending - +b.isSending)) await deliver(requestId);
    },
    /** Removes an entry, and aborts its try. */
    discard(requestId: number): Promise<void> {
      sending.get(requestId)?.controller.abort();
      return drop(requestId);
    },
    /** Aborts every try and forgets everything in memory, because the user leaves. */
    close() {
      isClosed = true;
      for (const { controller } of sending.values()) controller.abort();
      for (const memory of [known, filesHere, unstoredFiles, unstored, dirty]) memory.clear();
      show();
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
