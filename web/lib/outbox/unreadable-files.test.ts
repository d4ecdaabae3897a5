import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import type { Entries, Entry } from './entries.ts';
import { createOutbox, type Outcome } from './outbox.ts';

const photo = new File(['pixels'], 'pole.jpg', { lastModified: 1 });
const body = { status: 'in_progress', notes: 'Nine poles', version: 3 } as const;
const draftOf = (requestId: number) => ({ requestId, name: `REQ-${requestId}`, form: 'Nine poles', files: [photo] });

/** A browser's database, and the entries that it cannot read, or whose files. */
function aBrowser() {
  const broken = new Set<number>();
  const brokenEntries = new Set<number>();
  const rows = new Map<number, { entry: Entry; files: readonly File[] }>();
  const entries: Entries = {
    read: async (id) => {
      if (brokenEntries.has(id)) throw new Error('cannot be read');
      return rows.get(id)?.entry;
    },
    readFiles: async (id) => {
      if (broken.has(id)) throw new Error('cannot be read');
      return [...(rows.get(id)?.files ?? [])];
    },
    ids: async () => [...rows.keys()],
    write: async (entry, files) => {
      rows.set(entry.requestId, { entry, files: files ?? rows.get(entry.requestId)?.files ?? [] });
    },
    remove: async (id) => void rows.delete(id),
  };
  return { broken, brokenEntries, rows, entries };
}

/** A page with its outbox, what arrives at the server, and how its tries end. */
function aPage(entries: Entries, { isConnected = true } = {}) {
  const arrived: { requestId: number; files: readonly File[] }[] = [];
  const outcomes: [Outcome['kind'], number][] = [];
  const outbox = createOutbox({
    userId: 7,
    entries,
    send: async ({ requestId, files }) => {
      if (!isConnected) throw new ApiError(0, {});
      arrived.push({ requestId, files });
    },
    lock: (_, run) => run(),
    now: () => 0,
    tell: () => undefined,
  });
  outbox.listen(({ kind, requestId }) => outcomes.push([kind, requestId]));
  return { outbox, arrived, outcomes };
}

/** Stores an update with a photo that waits for a connection. */
const waits = (entries: Entries, requestId: number) =>
  aPage(entries, { isConnected: false }).outbox.submit({ ...draftOf(requestId), body });

describe('Files that the browser cannot read', () => {
  it('open no form, and stay stored until another try reads them', async () => {
    const { broken, rows, entries } = aBrowser();
    await aPage(entries).outbox.keep(draftOf(1));
    broken.add(1);
    const { outbox } = aPage(entries);
    expect(await outbox.open(1)).toBe('unreadable');
    expect(outbox.items()).toMatchObject([{ requestId: 1, stage: 'draft', unreadable: [] }]);
    expect(rows.get(1)?.files).toEqual([photo]);
    broken.clear();
    expect(await outbox.open(1)).toMatchObject({ entry: { form: 'Nine poles' }, files: [photo] });
    expect(outbox.items()).toMatchObject([{ requestId: 1, unreadable: null }]);
  });

  it('are no empty list that an update is sent with', async () => {
    const { broken, entries } = aBrowser();
    await waits(entries, 1);
    broken.add(1);
    const { outbox, arrived } = aPage(entries);
    await outbox.open(1);
    broken.clear();
    await outbox.deliver(1);
    expect(arrived).toEqual([{ requestId: 1, files: [photo] }]);
  });

  it('are not those of an update that has none yet', async () => {
    const { rows, entries } = aBrowser();
    const blocked = () => Promise.reject(new Error('blocked'));
    const { outbox } = aPage({ ...entries, read: blocked, readFiles: blocked, ids: blocked, write: blocked });
    await outbox.keep({ requestId: 1, name: 'REQ-1', form: 'Nine poles' });
    expect(rows.size).toBe(0);
    expect(await outbox.open(1)).toMatchObject({ entry: { form: 'Nine poles' }, files: [] });
  });

  it('keep their update in its place, and every other one is sent', async () => {
    const { broken, rows, entries } = aBrowser();
    for (const id of [1, 2, 3]) await waits(entries, id);
    broken.add(2);
    const { outbox, arrived, outcomes } = aPage(entries);
    await outbox.load();
    await outbox.deliverAll();
    expect(outcomes).toEqual([
      ['arrived', 1],
      ['unreadable', 2],
      ['arrived', 3],
    ]);
    expect(outbox.items()).toMatchObject([{ requestId: 2, stage: 'waiting', unreadable: [], isSending: false }]);
    expect(rows.get(2)).toMatchObject({ entry: { unanswered: [{ since: 0 }] }, files: [photo] });
    broken.clear();
    await outbox.deliverAll();
    expect(arrived.map(({ requestId }) => requestId)).toEqual([1, 3, 2]);
    expect(arrived.at(-1)?.files).toEqual([photo]);
    expect(rows.size).toBe(0);
  });
});

/** A photo whose content the browser has lost. */
class LostPhoto extends File {
  override arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
}
const lost = new LostPhoto(['pixels'], 'meter.jpg', { lastModified: 2 });

describe('A photo whose content is lost', () => {
  it('is named, and its update stays until it is sent without it', async () => {
    const { rows, entries } = aBrowser();
    const { outbox, arrived, outcomes } = aPage(entries);
    await outbox.submit({ ...draftOf(1), body, files: [photo, lost] });
    expect(outcomes).toEqual([['unreadable', 1]]);
    expect(outbox.items()).toMatchObject([{ stage: 'waiting', unreadable: ['meter.jpg'] }]);
    expect(rows.get(1)?.entry.unanswered).toEqual([]);
    await outbox.keep({ ...draftOf(1), files: [photo] });
    expect(outbox.items()).toMatchObject([{ stage: 'draft', unreadable: null }]);
    await outbox.submit({ ...draftOf(1), body, files: [photo] });
    expect(arrived).toEqual([{ requestId: 1, files: [photo] }]);
  });

  it('is sent when the stored one can be read', async () => {
    const again = new File(['pixels'], lost.name, { lastModified: 2 });
    const { entries } = aBrowser();
    const { outbox, arrived } = aPage({ ...entries, readFiles: async () => [again] });
    await outbox.submit({ ...draftOf(1), body, files: [lost] });
    expect(arrived[0]?.files[0]).toBe(again);
  });
});

describe('An entry that the browser cannot read', () => {
  it('hides no other one, and is shown when another try reads it', async () => {
    const { brokenEntries, rows, entries } = aBrowser();
    for (const id of [1, 2, 3]) await waits(entries, id);
    brokenEntries.add(2);
    const { outbox, arrived } = aPage(entries);
    await outbox.load();
    await outbox.deliverAll();
    expect(arrived.map(({ requestId }) => requestId)).toEqual([1, 3]);
    expect([...rows.keys()]).toEqual([2]);
    brokenEntries.clear();
    await outbox.load();
    expect(outbox.items()).toMatchObject([{ requestId: 2, stage: 'waiting' }]);
  });

  it('stays as it is known', async () => {
    const { brokenEntries, entries } = aBrowser();
    const { outbox } = aPage(entries);
    await outbox.keep(draftOf(1));
    await waits(entries, 2);
    brokenEntries.add(1);
    await outbox.load();
    expect(outbox.items().map(({ requestId }) => requestId)).toEqual([1, 2]);
  });
});
