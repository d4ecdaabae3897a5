import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineFile } from '#server/lib/line-file.ts';
import { anEvent, anEventIn, manyEvents, sealed, unlockTrail } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { sealsQuery, takeSealingLock, unsealedQuery } from './seal.repo.ts';
import { epochText } from './seal.rules.ts';
import { lateSince, lateWatch, SealingRefused, sealEntries, startSealer } from './seal.service.ts';

const clock = aClock('2026-03-02T12:00:00.042Z');
let test: TestApp;
beforeEach(async () => {
  test = await testApp({ now: clock.now }, {}, { asOwner: true });
});
afterEach(() => test.close());

const checkpoints = async () => {
  const lines: { seq: string; at: string }[] = [];
  for await (const line of await test.deps.checkpoints.snapshot()) lines.push(JSON.parse(line));
  return lines.map((line) => Number(line.seq));
};
const oneByOne = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const verdict = () => verifyTrail(test.deps);

describe('sealing', () => {
  it('numbers every event in order, over several batches, and leaves no event waiting', async () => {
    await manyEvents(test, 2_500);
    await sealEntries(test.deps);
    expect(await sealed(test.deps.db)).toEqual(oneByOne(2_500).map((n) => ({ seq: n, event_id: n })));
    expect(await verdict()).toMatchObject({ broken: null, sealed: 2_500, waiting: 0 });
    await sealEntries(test.deps);
    expect((await sealed(test.deps.db)).length).toBe(2_500);
  });

  it('by several sealers during writes leaves no gap and seals no event twice', async () => {
    const writers = oneByOne(60).map(() => anEvent(test));
    const sealers = oneByOne(20).map(() => sealEntries(test.deps));
    await Promise.all([...writers, ...sealers]);
    await sealEntries(test.deps);
    const seals = await sealed(test.deps.db);
    expect(seals.map((seal) => seal.seq)).toEqual(oneByOne(60));
    expect(new Set(seals.map((seal) => seal.event_id)).size).toBe(60);
    expect((await verdict()).broken).toBeNull();
  });

  it('does not wait for an uncommitted event, and seals it later', async () => {
    const written = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const late = test.deps.transaction(async (tx) => {
      await anEventIn(tx, test);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    await anEvent(test);
    await sealEntries(test.deps);
    expect(await sealed(test.deps.db)).toEqual([{ seq: 1, event_id: 2 }]);
    commit.resolve();
    await late;
    await sealEntries(test.deps);
    expect(await sealed(test.deps.db)).toEqual([
      { seq: 1, event_id: 2 },
      { seq: 2, event_id: 1 },
    ]);
    expect(await verdict()).toMatchObject({ broken: null, sealed: 2 });
  });

  it('delays no writer, and leaves the work to another sealer that is running', async () => {
    await anEvent(test);
    await sealEntries(test.deps);
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const append = async (lines: readonly string[]) => {
      reached.resolve();
      await gate.promise;
      await test.deps.checkpoints.append(lines);
    };
    const sealing = sealEntries({ ...test.deps, checkpoints: { ...test.deps.checkpoints, append } });
    await reached.promise;
    // The other sealer now holds its lock in an open transaction.
    await anEvent(test);
    await sealEntries(test.deps);
    expect((await sealed(test.deps.db)).length).toBe(1);
    gate.resolve();
    await sealing;
    expect((await sealed(test.deps.db)).length).toBe(2);
  });

  it('skips an event that already has a seal', async () => {
    await anEvent(test);
    await sealEntries(test.deps);
    await sql`insert into audit_unsealed values (1)`.execute(test.deps.db);
    await anEvent(test);
    await sealEntries(test.deps);
    expect(await sealed(test.deps.db)).toEqual([1, 2].map((n) => ({ seq: n, event_id: n })));
  });
});

describe('a checkpoint', () => {
  it('is written for the first seals, after a minute with new seals, every 1,000 seals, and at the end', async () => {
    await anEvent(test);
    await sealEntries(test.deps);
    expect(await checkpoints()).toEqual([]);
    await sealEntries(test.deps);
    expect(await checkpoints()).toEqual([1]);
    await anEvent(test);
    await sealEntries(test.deps);
    clock.forward(1);
    await sealEntries(test.deps);
    expect(await checkpoints()).toEqual([1, 2]);
    clock.forward(60);
    await sealEntries(test.deps);
    expect(await checkpoints(), 'no news').toEqual([1, 2]);
    await manyEvents(test, 2_100);
    await sealEntries(test.deps);
    expect(await checkpoints()).toEqual([1, 2, 1_002, 2_002]);
    await sealEntries(test.deps, { last: true });
    expect(await checkpoints()).toEqual([1, 2, 1_002, 2_002, 2_102]);
    expect(await verdict()).toMatchObject({ broken: null, checkpoints: 5, checkpointed_from: '1' });
  });
});

describe('the sealer in the background', () => {
  it('seals the remaining events when it stops, and a new sealer continues the chain', async () => {
    for (const count of [3, 5]) {
      const sealer = startSealer({ ...test.deps, checkpoints: createLineFile(test.deps.checkpoints.path) });
      for (const _ of oneByOne(count)) await anEvent(test);
      await sealer.stop();
    }
    expect((await sealed(test.deps.db)).map((seal) => seal.seq)).toEqual(oneByOne(8));
    expect((await checkpoints()).at(-1)).toBe(8);
    expect((await verdict()).broken).toBeNull();
  });

  it('with a wrong key logs an error and seals nothing', async () => {
    await anEvent(test);
    await sealEntries(test.deps);
    await anEvent(test);
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const sealer = startSealer({ ...test.deps, auditKey: randomBytes(32), log });
    await sealer.stop();
    expect(log.error).toHaveBeenCalledExactlyOnceWith({}, expect.stringMatching(/^AUDIT: the audit key does not fit/));
    expect((await sealed(test.deps.db)).length).toBe(1);
  });

  it('says once that events wait for more than a minute while somebody holds the lock, and once that they no longer do', async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const watch = lateWatch({ ...test.deps, log });
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = test.deps.transaction(async (tx) => {
      await takeSealingLock(tx, true);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    try {
      await anEvent(test);
      const since = clock.now();
      clock.forward(1);
      await sealEntries(test.deps);
      expect(await lateSince(test.deps), 'a minute is not late yet').toBeNull();
      await watch();
      expect(log.error).not.toHaveBeenCalled();
      clock.forward(1);
      await anEvent(test);
      expect(await lateSince(test.deps)).toEqual(since);
      await watch();
      await watch();
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ since }, expect.stringMatching(/^AUDIT: events have waited/));
    } finally {
      // A test that fails must not leave the lock behind: the database could not be closed.
      release.resolve();
      await holder;
    }
    await sealEntries(test.deps);
    expect(await lateSince(test.deps)).toBeNull();
    await watch();
    await watch();
    expect(log.info).toHaveBeenCalledOnce();
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('finds a late event behind one that was deleted while it waited', async () => {
    for (const _ of [1, 2]) await anEvent(test);
    await unlockTrail(test.deps.db);
    await sql`delete from audit_events where id = 1`.execute(test.deps.db);
    clock.forward(2);
    expect(await lateSince(test.deps)).not.toBeNull();
  });

  it.each([
    ['the end of the chain was cut off', 'delete from audit_seals where seq > 2', /knows seal 3/],
    ['all of it was removed', 'truncate audit_seals', /knows seal 3/],
    ['the newest event was altered', "update audit_events set ip = '' where id = 3", /event \(3\) was altered/],
  ])('refuses to seal when %s', async (_, damage, reason) => {
    for (const __ of [1, 2, 3]) await anEvent(test);
    await sealEntries(test.deps, { last: true });
    await unlockTrail(test.deps.db);
    await sql.raw(damage).execute(test.deps.db);
    await anEvent(test).catch(() => undefined);
    const refused = sealEntries(test.deps);
    await expect(refused).rejects.toThrow(SealingRefused);
    await expect(refused).rejects.toThrow(reason);
  });
});

it('writes a time as PostgreSQL does', async () => {
  for (const text of [
    '2026-03-02T12:00:00.042Z',
    '1970-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '2038-01-19T03:14:08.7Z',
  ]) {
    const at = new Date(text);
    const { rows } = await sql<{ epoch: string }>`select extract(epoch from ${at}::timestamptz)::text as epoch`.execute(
      test.deps.db,
    );
    expect(epochText(at)).toBe(rows[0]?.epoch);
  }
});

describe('on a long trail', () => {
  const plan = async (query: ReturnType<typeof sealsQuery> | ReturnType<typeof unsealedQuery>, options = '') => {
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(options)} ${query}`.execute(test.deps.db);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  };

  it('the queries find their rows by index, with and without statistics', async () => {
    const { db } = test.deps;
    await manyEvents(test, 30_000);
    await sql`insert into audit_seals select id, id, '', '', '', now() from audit_events where id <= 29000`.execute(db);
    await sql`delete from audit_unsealed where event_id <= 29000`.execute(db);
    for (const statistics of [
      'select 1',
      'analyze audit_events, audit_seals, audit_unsealed',
      'vacuum analyze audit_unsealed',
    ]) {
      await sql.raw(statistics).execute(db);
      for (const query of [unsealedQuery('0', 1_000), sealsQuery('15000', '30000', 1_000)]) {
        expect(await plan(query), statistics).not.toMatch(/Seq Scan on audit_(events|seals)/);
      }
    }
  });

  it('a batch of a backlog reads no more events than it seals, also with statistics from before the backlog', async () => {
    const { db } = test.deps;
    await sql`delete from audit_unsealed`.execute(db);
    await manyEvents(test, 3);
    await sql`analyze audit_unsealed`.execute(db);
    await manyEvents(test, 20_000);
    const steps = await plan(unsealedQuery('0', 1_000), '(analyze, timing off)');
    const read = [...steps.matchAll(/Scan using audit_events.*actual rows=[\d.]+ loops=(\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(read).toEqual([1_000]);
  });
});
