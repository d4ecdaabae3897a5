import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { createLineFile } from '#server/lib/line-file.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { anEvent, verdictAfter } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import * as repo from '../seal/seal.repo.ts';
import { type BreakKind, sealOf } from '../seal/seal.rules.ts';
import { sealEntries } from '../seal/seal.service.ts';
import { verifyTrail } from './verify.service.ts';

/** Twelve events; the first ten are known to a checkpoint. */
const clock = aClock('2026-03-02T12:00:00Z');
let test: TestApp;
let checkpoints: string;
beforeAll(async () => {
  test = await testApp({ now: clock.now }, {}, { asOwner: true });
  for (let n = 1; n <= 12; n += 1) {
    await anEvent(test, { entity_id: n });
    if (n === 7) clock.forward(0.025);
    await sealEntries(test.deps, { last: n === 10 });
    clock.forward(0.05);
  }
  checkpoints = await readFile(test.deps.checkpoints.path, 'utf8');
});
afterAll(() => test.close());
beforeEach(() => writeFile(test.deps.checkpoints.path, checkpoints));

const afterwards = (damage: (db: Tx) => Promise<unknown>) => verdictAfter(test, damage);

async function statements(db: Tx, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db);
}

const insert = (id: number, at: string) =>
  `insert into audit_events (id, at, actor_name, action, entity, ip, user_agent)
    values (${id}, ${at}, 'Visitor', 'auth.login', 'session', '', '')`;
const swapSeals = ['update audit_seals set seq = -1 where seq = 4', 'update audit_seals set seq = 4 where seq = 6'];

describe('an unchanged trail', () => {
  it('is intact, and the verdict states its first and last time and its first checkpoint', async () => {
    expect(await verifyTrail(test.deps)).toEqual({
      broken: null,
      sealed: 12,
      since: '2026-03-02T12:00:00.000Z',
      until: '2026-03-02T12:00:34.500Z',
      last_event: '12',
      longest_wait: 1_500,
      waiting: 0,
      second_place: false,
      checkpoints: 2,
      checkpointed_from: '1',
    });
  });

  it('shows how many events wait for their seal', async () => {
    const texts = [insert(13, `'${clock.now().toISOString()}'`), 'insert into audit_unsealed values (13)'];
    const verdict = await afterwards((db) => statements(db, texts));
    // Writing this row needed the triggers switched off, which the verification also reports.
    expect(verdict).toMatchObject({ broken: { kind: 'guard' }, sealed: 12, waiting: 1 });
  });
});

/** The damage in SQL, the kind of break that is reported, and its seal. */
const damages: [string, string[], BreakKind, string | null][] = [
  ['a name', ["update audit_events set actor_name = 'Olive' where id = 5"], 'altered', '5'],
  ['a number spelt differently', [`update audit_events set after = '{"phone": 1.0}' where id = 5`], 'altered', '5'],
  ['null instead of text', ['update audit_events set entity_id = null where id = 5'], 'altered', '5'],
  [
    'text moved to the next column',
    ["update audit_events set action = action || 'x', entity = substr(entity, 2) where id = 5"],
    'altered',
    '5',
  ],
  ['every last event', ["update audit_events set ip = '198.51.100.1'"], 'altered', '1'],
  ['a microsecond', ["update audit_events set at = at + interval '1 microsecond' where id = 5"], 'redated', '5'],
  ['a date beyond all dates', ["update audit_events set at = 'infinity' where id = 5"], 'redated', '5'],
  [
    'two dates exchanged',
    [`update audit_events e set at = o.at from audit_events o where e.id + o.id = 9 and e.id in (4, 5)`],
    'redated',
    '4',
  ],
  [
    'the date of sealing',
    ["update audit_seals set sealed_at = sealed_at - interval '1 day' where seq = 5"],
    'broken_seal',
    '5',
  ],
  ['an event', ['delete from audit_events where id = 7'], 'removed', '7'],
  [
    'an event and its seal',
    ['delete from audit_events where id = 7', 'delete from audit_seals where seq = 7'],
    'missing_seal',
    '7',
  ],
  [
    'an event and its seal, the gap closed',
    [
      'delete from audit_events where id = 7',
      'delete from audit_seals where seq = 7',
      'alter table audit_seals drop constraint audit_seals_pkey',
      'update audit_seals set seq = seq - 1 where seq > 7',
    ],
    'broken_seal',
    '7',
  ],
  [
    'the first event and its seal',
    ['delete from audit_events where id = 1', 'delete from audit_seals where seq = 1'],
    'missing_seal',
    '1',
  ],
  ['two seals exchanged', [...swapSeals, 'update audit_seals set seq = 6 where seq = -1'], 'reordered', '4'],
  [
    'two events exchanged under their seals',
    [
      'update audit_seals set event_id = -1 where seq = 4',
      'update audit_seals set event_id = 4 where seq = 6',
      'update audit_seals set event_id = 6 where seq = 4',
    ],
    'reordered',
    '4',
  ],
  [
    'two events exchanged under their numbers',
    [
      'update audit_events set id = -1 where id = 4',
      'update audit_events set id = 4 where id = 6',
      'update audit_events set id = 6 where id = -1',
    ],
    'reordered',
    '4',
  ],
  ['a seal moved before the first', swapSeals, 'reordered', '1'],
  ['a hash', ['update audit_seals set hash = sha256(hash) where seq = 5'], 'broken_seal', '5'],
  [
    'an event and its seal, hashed without the key',
    [
      "update audit_events set actor_name = 'Olive' where id = 5",
      "update audit_seals set content_mac = sha256('Olive'), hash = sha256('Olive') where seq = 5",
    ],
    'altered',
    '5',
  ],
  [
    'the end, with its seals, behind a checkpoint',
    ['delete from audit_events where id > 8', 'delete from audit_seals where seq > 8'],
    'checkpoint_mismatch',
    '10',
  ],
  ['everything', ['truncate audit_events, audit_seals, audit_unsealed'], 'checkpoint_mismatch', '1'],
  ['the newest seal alone', ['delete from audit_seals where seq = 12'], 'unsealed', null],
  [
    'a second seal of the same number',
    [
      'alter table audit_seals drop constraint audit_seals_pkey, drop constraint audit_seals_event_id_key',
      'insert into audit_seals select * from audit_seals where seq = 12',
    ],
    'reordered',
    '13',
  ],
  [
    'a seal without a number',
    [
      'alter table audit_seals drop constraint audit_seals_pkey, drop constraint audit_seals_event_id_key',
      'alter table audit_seals alter seq drop not null',
      'insert into audit_seals select null, event_id, content_mac, time_mac, hash, sealed_at from audit_seals where seq = 12',
    ],
    'broken_seal',
    null,
  ],
];

describe('the verification detects when somebody with all rights but without the key altered, removed or moved', () => {
  it.each(damages)('%s', async (_, texts, kind, seq) => {
    const { broken, sealed } = await afterwards((db) => statements(db, texts));
    expect(broken).toMatchObject({ kind, seq });
    if (seq !== null && kind !== 'checkpoint_mismatch') expect(sealed).toBe(Number(seq) - 1);
  });

  it('everything, with new seals of another key', async () => {
    const { broken } = await afterwards(async (db) => {
      await statements(db, [
        'truncate audit_seals',
        "update audit_events set actor_name = 'Olive' where id = 5",
        'insert into audit_unsealed select id from audit_events',
      ]);
      const { entries } = await repo.listUnsealed(db, repo.LOWEST, 100);
      await repo.insertSeals(db, sealOf(hmacOf(randomBytes(32)), null, entries, clock.now()), clock.now());
      await statements(db, ['delete from audit_unsealed']);
    });
    expect(broken).toMatchObject({ kind: 'altered', seq: '1' });
  });
});

describe('an event without a seal', () => {
  // The trail's triggers are off, so these statements put a row on the waiting list themselves.
  it.each<[string, string[], BreakKind]>([
    [
      'that waits too long',
      [insert(13, "'2026-03-02T12:00:00Z'"), 'insert into audit_unsealed values (13)'],
      'unsealed',
    ],
    ['that is not on the waiting list', [insert(13, "'2030-01-01T00:00:00Z'")], 'unsealed'],
    ['that is deleted', ['insert into audit_unsealed values (13)'], 'removed'],
  ])('%s is reported', async (_, texts, kind) => {
    clock.forward(2);
    const { broken } = await afterwards((db) => statements(db, texts));
    expect(broken).toMatchObject({ kind, seq: null, event_id: '13' });
  });
});

describe('outside the database,', () => {
  const file = () => test.deps.checkpoints.path;
  const kindNow = async (deps = {}) => (await verifyTrail({ ...test.deps, ...deps })).broken?.kind;

  it('a wrong key is distinguished from a changed trail', async () => {
    expect(await kindNow({ auditKey: randomBytes(32) })).toBe('wrong_key');
  });

  it('an edited, foreign or swapped checkpoint is reported', async () => {
    const lines = checkpoints.trimEnd().split('\n');
    for (const text of [
      checkpoints.replace('"seq":"10"', '"seq":"12"'),
      checkpoints.replace('"at":"2026', '"at":"2025'),
      `${checkpoints}{}\n`,
      `not json\n${checkpoints}`,
      `${lines.reverse().join('\n')}\n`,
    ]) {
      await writeFile(file(), text);
      expect(await kindNow(), text).toBe('checkpoint_altered');
    }
  });

  describe('with a second place,', () => {
    const secondPlace = async (text: string) => {
      const checkpointCopy = createLineFile(`${file()}.second`);
      await writeFile(checkpointCopy.path, text);
      return { checkpointCopy };
    };
    afterAll(() => rm(`${file()}.second`, { force: true }));

    it('a machine whose own file has no checkpoints, because others seal, finds an intact trail', async () => {
      await rm(file());
      clock.forward(5);
      expect(await kindNow(await secondPlace(checkpoints))).toBeUndefined();
      expect(await kindNow(await secondPlace(''))).toBe('checkpoint_missing');
    });

    it('what several machines have written there may be out of order', async () => {
      const lines = checkpoints.trimEnd().split('\n');
      for (const order of [lines.toReversed(), [...lines, ...lines]]) {
        expect(await kindNow(await secondPlace(`${order.join('\n')}\n`))).toBeUndefined();
      }
    });
  });

  it('a cut or removed file of checkpoints is reported after further seals', async () => {
    await rm(file());
    clock.forward(5);
    expect(await kindNow()).toBe('checkpoint_missing');
    await anEvent(test);
    await sealEntries(test.deps);
    await writeFile(file(), `${checkpoints.split('\n')[0]}\n`);
    expect(await kindNow()).toBe('checkpoint_missing');
  });

  it('a last line that a crash cut short does not count', async () => {
    await writeFile(file(), `${checkpoints}{"seq":"1`);
    await sealEntries(test.deps);
    expect(await kindNow()).toBeUndefined();
    expect((await readFile(file(), 'utf8')).split('\n').length).toBe(checkpoints.split('\n').length + 1);
  });
});
