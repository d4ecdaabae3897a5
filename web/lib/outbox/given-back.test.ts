import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import { KEY_KNOWN } from '../forms/idempotency.ts';
import { unansweredOf } from './entries.ts';
import { aDatabase, aPage, body, photo, REQUEST, update } from './fake-browser.ts';

const taken = new ApiError(404, { error: 'not_found' });
const conflict = new ApiError(409, { error: 'conflict' });
const cutOff = new ApiError(0, {});

/** A page whose tries end one after the other with these errors, and then with success; each that long after the one before. */
function aPageWith(errors: readonly ApiError[], apart = 1000, database = aDatabase()) {
  const left = [...errors];
  let now = 0;
  const page = aPage(
    database,
    () => {
      now += apart;
      const error = left.shift();
      return error ? Promise.reject(error) : Promise.resolve();
    },
    () => now,
  );
  const ends: boolean[] = [];
  page.outbox.listen((outcome) => outcome.kind === 'refused' && ends.push(outcome.mayBeSaved));
  return { ...page, ends, entry: () => database.rows.get(REQUEST)?.entry };
}
const again = (revision = '') => ({ revision, version: 9, form: { notes: 'Nine poles', seen: 9 } });

describe('A refusal after a try without an answer', () => {
  it.each([taken, conflict, new ApiError(400, { error: 'validation_failed' })])(
    'proves that the same update was not saved: $code',
    async (refusal) => {
      const { outbox, ends, entry } = aPageWith([cutOff, refusal]);
      await outbox.submit(update);
      await outbox.deliver(REQUEST);
      expect(ends).toEqual([false]);
      expect(entry()).toMatchObject({ stage: 'refused', unanswered: [] });
    },
  );

  it.each([
    ['of a server that does not look for the key first', [cutOff, new ApiError(403, { error: 'forbidden' })], 1000],
    ['when the server may have forgotten the key', [cutOff, taken], KEY_KNOWN + 1],
  ] as const)('proves nothing %s', async (_, errors, apart) => {
    const { outbox, ends, entry } = aPageWith(errors, apart);
    await outbox.submit(update);
    await outbox.deliver(REQUEST);
    expect(ends).toEqual([true]);
    expect(entry()?.unanswered).toHaveLength(1);
  });

  it('proves nothing of what was sent before an edit', async () => {
    const { outbox, ends, entry } = aPageWith([cutOff, conflict]);
    await outbox.submit(update);
    const lostKey = entry()?.call?.key;
    await outbox.submit({ ...update, body: { ...body, notes: 'Ten poles' } });
    expect(ends).toEqual([true]);
    expect(entry()?.unanswered).toMatchObject([{ key: lostKey }]);
  });
});

it('Tries without an answer that an older version of the page counted stay open', () => {
  expect(unansweredOf(2)).toHaveLength(1);
  expect(unansweredOf(0)).toEqual([]);
});

describe('An update of a request that was taken away', () => {
  it('goes again on the newest version when it is given back, with a new key and the same content', async () => {
    const { outbox, sent, outcomes, entry } = aPageWith([cutOff, taken]);
    await outbox.submit(update);
    await outbox.deliver(REQUEST);
    expect(outbox.items()).toMatchObject([{ stage: 'refused', isTaken: true }]);
    await outbox.sendOnto(REQUEST, again(entry()?.revision));
    expect(sent.at(-1)).toMatchObject({ body: { ...body, version: 9 }, files: [photo] });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    expect(outcomes).toEqual(['lost', 'refused', 'arrived']);
    expect(outbox.items()).toEqual([]);
  });

  it('keeps its new version and form while it waits for a connection again', async () => {
    const { outbox, sent, entry } = aPageWith([taken, cutOff]);
    await outbox.submit(update);
    await outbox.sendOnto(REQUEST, again(entry()?.revision));
    expect(entry()).toMatchObject({ stage: 'waiting', refusal: null, form: { seen: 9 } });
    await outbox.deliverAll();
    expect(sent.at(-1)).toEqual(sent.at(-2));
  });

  it.each([
    ['may be saved already', [cutOff, taken], KEY_KNOWN + 1],
    ['was refused for another reason', [cutOff, conflict], 1000],
  ] as const)('stays for the technician when it %s', async (_, errors, apart) => {
    const { outbox, sent, entry } = aPageWith(errors, apart);
    await outbox.submit(update);
    await outbox.deliver(REQUEST);
    await outbox.sendOnto(REQUEST, again(entry()?.revision));
    expect(sent).toHaveLength(2);
    expect(entry()?.stage).toBe('refused');
  });

  it('does not go when it was edited since', async () => {
    const { outbox, sent, entry } = aPageWith([taken]);
    await outbox.submit(update);
    const revision = entry()?.revision;
    await outbox.keep({ requestId: REQUEST, name: 'REQ-1', form: { notes: 'Ten' } });
    await outbox.sendOnto(REQUEST, again(revision));
    expect(sent).toHaveLength(1);
    expect(entry()).toMatchObject({ stage: 'draft', form: { notes: 'Ten' } });
  });

  it('is sent by one of two tabs', async () => {
    const database = aDatabase();
    const first = aPageWith([taken], 1000, database);
    await first.outbox.submit(update);
    const second = aPageWith([], 1000, database);
    await second.outbox.load();
    const onto = again(first.entry()?.revision);
    await Promise.all([first.outbox.sendOnto(REQUEST, onto), second.outbox.sendOnto(REQUEST, onto)]);
    expect(first.sent.length + second.sent.length).toBe(2);
    expect(database.rows.size).toBe(0);
  });
});
