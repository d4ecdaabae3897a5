import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import { type Entries, entryOf, newEntry } from './entries.ts';
import { aDatabase, aPage, body, noConnection, photo, REQUEST, update } from './fake-browser.ts';

describe('An update', () => {
  it('is stored before it is sent, and gone when it has arrived', async () => {
    const database = aDatabase();
    const page = aPage(database, async () => {
      expect(database.rows.get(REQUEST)).toMatchObject({
        entry: { stage: 'waiting', unanswered: [{ since: 0 }] },
        files: [photo],
      });
    });
    await page.outbox.submit(update);
    expect(page.outcomes).toEqual(['arrived']);
    expect(database.rows.size).toBe(0);
    expect(page.outbox.items()).toEqual([]);
  });

  it('that the browser cannot store is sent from memory, and stays while it waits', async () => {
    const database = aDatabase();
    const entries: Entries = { ...database.entries, write: () => Promise.reject(new Error('full')) };
    let isConnected = false;
    const page = aPage({ ...database, entries }, () => (isConnected ? Promise.resolve() : noConnection()));
    await page.outbox.keep(update);
    expect(page.outbox.items()).toMatchObject([{ stage: 'draft', isStored: false }]);
    await page.outbox.submit(update);
    await page.outbox.load();
    expect(page.outbox.items()).toMatchObject([{ stage: 'waiting', isStored: false }]);
    expect(await page.outbox.open(REQUEST)).toMatchObject({ files: [photo] });
    isConnected = true;
    await page.outbox.deliverAll();
    expect(page.outcomes).toEqual(['lost', 'arrived']);
    expect(page.sent.map(({ files }) => files)).toEqual([[photo], [photo]]);
    expect(page.outbox.items()).toEqual([]);
  });

  it('that was too large is stored whole as soon as there is room', async () => {
    const database = aDatabase();
    let isFull = true;
    const write: Entries['write'] = (...all) =>
      isFull ? Promise.reject(new Error('full')) : database.entries.write(...all);
    const page = aPage({ ...database, entries: { ...database.entries, write } }, noConnection);
    await page.outbox.keep(update);
    isFull = false;
    await page.outbox.keep({ requestId: REQUEST, name: 'REQ-1', form: { notes: 'Ten poles' } });
    expect(database.rows.get(REQUEST)).toMatchObject({ entry: { form: { notes: 'Ten poles' } }, files: [photo] });
    expect(page.outbox.items()).toMatchObject([{ isStored: true }]);
  });

  it('waits only when its first try was lost', async () => {
    const stages: (string | undefined)[] = [];
    const page = aPage(aDatabase(), noConnection);
    page.outbox.subscribe(() => stages.push(page.outbox.items()[0]?.stage));
    const submitted = page.outbox.submit(update);
    expect(page.outbox.items()).toMatchObject([{ stage: 'sending', isSending: true }]);
    stages.length = 0;
    await submitted;
    expect(page.outbox.items()).toMatchObject([{ stage: 'waiting', isSending: false }]);
    expect(stages.slice(0, -1)).not.toContain('waiting');

    const again = page.outbox.deliver(REQUEST);
    expect(page.outbox.items()).toMatchObject([{ stage: 'waiting', isSending: true }]);
    await again;
  });

  it('without an answer is sent again by the next page, with the same key, content and files', async () => {
    const database = aDatabase();
    const killed = aPage(database, noConnection);
    await killed.outbox.submit(update);
    expect(killed.outcomes).toEqual(['lost']);
    const page = aPage(database, async () => undefined);
    await page.outbox.load();
    await page.outbox.deliverAll();
    expect(page.sent).toEqual([{ requestId: REQUEST, key: killed.sent[0]?.key, body, files: [photo] }]);
    expect(database.rows.size).toBe(0);
  });

  it('with the same content has the same key, and with an edit a new one', async () => {
    const page = aPage(aDatabase(), noConnection);
    await page.outbox.submit(update);
    await page.outbox.submit(update);
    await page.outbox.submit({ ...update, body: { ...body, notes: 'Ten poles' } });
    const [first, again, edited] = page.sent.map(({ key }) => key);
    expect(again).toBe(first);
    expect(edited).not.toBe(first);
  });

  it('that is edited while it waits is not sent until it is submitted again', async () => {
    const page = aPage(aDatabase(), noConnection);
    await page.outbox.submit(update);
    await page.outbox.keep({ requestId: REQUEST, name: 'REQ-1', form: { notes: 'Ten' } });
    await page.outbox.deliverAll();
    await page.outbox.deliver(REQUEST);
    expect(page.sent).toHaveLength(1);
    expect(page.outbox.items()).toMatchObject([{ stage: 'draft' }]);
  });

  it('that the server refuses stays with its reason, and is not sent by itself', async () => {
    const database = aDatabase();
    const page = aPage(database, () =>
      Promise.reject(new ApiError(409, { error: 'conflict', message: 'Ada was first' })),
    );
    await page.outbox.submit(update);
    await page.outbox.deliverAll();
    expect(page.outcomes).toEqual(['refused']);
    expect(page.sent).toHaveLength(1);
    expect(database.rows.get(REQUEST)).toMatchObject({
      entry: { stage: 'refused', unanswered: [], refusal: { status: 409, body: { message: 'Ada was first' } } },
      files: [photo],
    });
  });

  it.each([
    [503, 1],
    [429, 0],
  ])('answered by %i is sent again; tries that may have been saved: %i', async (status, unanswered) => {
    const database = aDatabase();
    const page = aPage(database, () => Promise.reject(new ApiError(status, { message: 'Busy' })));
    await page.outbox.submit(update);
    expect(page.outcomes).toEqual(['lost']);
    expect(database.rows.get(REQUEST)?.entry).toMatchObject({ stage: 'waiting', unanswered: { length: unanswered } });
  });

  it.each([
    {
      refusal: 'key_reused',
      status: 409,
      stage: 'refused',
      keys: 2,
      name: 'whose key has other content gets a new key',
    },
    { refusal: 'conflict', status: 409, stage: 'refused', keys: 1, name: 'that lost a race keeps its key' },
    {
      refusal: 'unavailable',
      status: 503,
      stage: 'waiting',
      keys: 1,
      name: 'whose first try still runs keeps its key',
    },
  ] as const)('$name', async ({ refusal, status, stage, keys }) => {
    const database = aDatabase();
    const page = aPage(database, () => Promise.reject(new ApiError(status, { error: refusal, message: 'No' })));
    await page.outbox.submit(update);
    expect(database.rows.get(REQUEST)?.entry).toMatchObject({ stage });
    await page.outbox.submit(update);
    expect(new Set(page.sent.map(({ key }) => key)).size).toBe(keys);
  });

  it('is sent by one of two tabs', async () => {
    const database = aDatabase();
    await aPage(database, noConnection).outbox.submit(update);
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const tabs = [aPage(database, () => answered), aPage(database, () => answered)];
    const both = tabs.map(async ({ outbox }) => {
      await outbox.load();
      await outbox.deliverAll();
    });
    answer(undefined);
    await Promise.all(both);
    expect(tabs.flatMap(({ sent }) => sent)).toHaveLength(1);
    expect(tabs.map(({ outbox }) => outbox.items())).toEqual([[], []]);
  });

  it('that another tab has stored anew is sent with the files of that tab', async () => {
    const database = aDatabase();
    let isConnected = false;
    const { outbox, sent } = aPage(database, () => (isConnected ? Promise.resolve() : noConnection()));
    await outbox.submit(update);
    const newer = { ...update, body: { ...body, notes: 'Ten poles' }, files: [photo, new File(['lamp'], 'lamp.jpg')] };
    await aPage(database, noConnection).outbox.submit(newer);
    isConnected = true;
    await outbox.load();
    await outbox.deliverAll();
    expect(sent.at(-1)).toMatchObject({ body: newer.body, files: newer.files });
    expect(database.rows.size).toBe(0);
  });

  it('is sent once when two reasons to send it meet, also where the browser has no locks', async () => {
    const database = { ...aDatabase(), lock: <T>(_: string, run: () => Promise<T>) => run() };
    await aPage(database, noConnection).outbox.submit(update);
    const page = aPage(database, async () => undefined);
    await page.outbox.load();
    await Promise.all([page.outbox.deliver(REQUEST), page.outbox.deliverAll(), page.outbox.deliver(REQUEST)]);
    expect(page.sent).toHaveLength(1);
  });

  it('that is discarded on its way is aborted, and is not there any more', async () => {
    const database = aDatabase();
    const { promise: onItsWay, resolve: started } = Promise.withResolvers<void>();
    const page = aPage(database, (_, { signal }) => {
      started();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const work = page.outbox.submit(update);
    await onItsWay;
    await page.outbox.discard(REQUEST);
    await work;
    expect(page.outcomes).toEqual([]);
    expect(database.rows.size).toBe(0);
  });

  it('that arrives after the user has left is told to no other tab', async () => {
    const database = aDatabase();
    const sent = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const page = aPage(database, () => {
      sent.resolve();
      return answer.promise;
    });
    const work = page.outbox.submit(update);
    await sent.promise;
    const told = [...page.told];
    page.outbox.close();
    answer.resolve();
    await work;
    expect(page.told).toEqual(told);
  });

  it('is sent from memory when the browser blocks its database', async () => {
    const blocked = () => Promise.reject(new Error('blocked'));
    const entries = { read: blocked, readFiles: blocked, ids: blocked, write: blocked, remove: blocked };
    const page = aPage({ ...aDatabase(), entries }, async () => undefined);
    await page.outbox.submit(update);
    expect(page.sent).toMatchObject([{ body, files: [photo] }]);
    expect(page.outcomes).toEqual(['arrived']);
  });
});

describe('What is entered', () => {
  it('is back with its files when the work order is opened again', async () => {
    const database = aDatabase();
    const form = { notes: 'Half a th' };
    await aPage(database, noConnection).outbox.keep({ requestId: REQUEST, name: 'REQ-1', form, files: [photo] });
    const page = aPage(database, noConnection);
    expect(await page.outbox.open(REQUEST)).toMatchObject({ entry: { stage: 'draft', form }, files: [photo] });
    expect(page.sent).toEqual([]);
  });

  it('keeps its files when only the text changes, and its last letter', async () => {
    const database = aDatabase();
    const { outbox } = aPage(database, noConnection);
    const draft = { requestId: REQUEST, name: 'REQ-1' };
    const writes = [outbox.keep({ ...draft, form: 'a', files: [photo] })];
    for (const form of ['ab', 'abc', 'abcd']) writes.push(outbox.keep({ ...draft, form }));
    await Promise.all(writes);
    expect(database.rows.get(REQUEST)).toMatchObject({ entry: { form: 'abcd' }, files: [photo] });
  });
});

describe('an entry that another release of the page has stored', () => {
  it('from the first release is read whole', () => {
    const stored = {
      shape: 1,
      userId: 7,
      requestId: REQUEST,
      name: 'REQ-1',
      form: {},
      stage: 'waiting',
      unanswered: 2,
    };
    expect(entryOf(7, stored)).toMatchObject({ stage: 'waiting', call: null, tries: [], unanswered: [{ since: 0 }] });
  });

  it('of a newer release is read, and keeps what only that one knows', () => {
    const stored = { ...newEntry(7, REQUEST, 'REQ-1'), shape: 2, visit: { id: 3 } };
    expect(entryOf(7, stored)).toMatchObject({ requestId: REQUEST, visit: { id: 3 } });
  });
});
