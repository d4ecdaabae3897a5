import { describe, expect, it } from 'vitest';
import { REFUSED_WORK_FIELD } from '#contract/words/evidence/refused-work.ts';
import { ApiError } from '../api-client.ts';
import { KEY_KNOWN } from '../forms/sending/idempotency.ts';
import { unansweredOf } from './entries.ts';
import { aDatabase, aPage, body, REQUEST, update } from './fake-browser.ts';

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
  const atOffice = new ApiError(404, {
    error: 'not_found',
    details: [{ field: REFUSED_WORK_FIELD, message: 'The office has it.' }],
  });

  it('leaves the device when the office has it', async () => {
    const { outbox, outcomes, entry } = aPageWith([cutOff, atOffice]);
    await outbox.submit(update);
    await outbox.deliver(REQUEST);
    expect(outcomes).toEqual(['lost', 'handed_over']);
    expect(entry()).toBeUndefined();
  });

  it('stays when nobody has it', async () => {
    const { outbox, outcomes, entry } = aPageWith([taken]);
    await outbox.submit(update);
    expect(outcomes).toEqual(['refused']);
    expect(entry()).toMatchObject({ stage: 'refused' });
  });

  it('goes again when an earlier server has refused it', async () => {
    const { outbox, sent, outcomes } = aPageWith([taken, atOffice]);
    await outbox.submit(update);
    await outbox.deliverAll();
    expect(outcomes).toEqual(['refused', 'handed_over']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('keeps what was edited while it was sent', async () => {
    const database = aDatabase();
    const page = aPageWith([atOffice], 1000, database);
    const submitted = page.outbox.submit(update);
    await page.outbox.keep({ requestId: REQUEST, name: 'REQ-1', form: { notes: 'Ten' } });
    await submitted;
    expect(page.entry()).toMatchObject({ stage: 'draft', form: { notes: 'Ten' } });
  });
});
