import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';
import { createLineFile } from '#server/lib/line-file.ts';
import { root } from '#server/lib/root.ts';
import { anEvent, anEventIn } from '#server/testing/audit.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { lossWatch } from './losses.service.ts';
import { SealingRefused, sealEntries } from './seal.service.ts';

/** Three sealed entries, each of which needs a birth. */
let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  for (let n = 1; n <= 3; n += 1) await anEvent(test, { entity_id: n });
  await sealEntries(test.deps, { last: true });
});
afterAll(() => test.close());

const columns = 'at, actor_id, actor_name, actor_role, action, entity, entity_id, before, after, ip, user_agent';
const bodyOf = (body: string, returns: string) =>
  `create function trick() returns ${returns} language plpgsql as $$ begin ${body} end $$;`;
const unlock = `grant update, delete, truncate on audit_events, audit_seals to current_user;
  alter table audit_events disable trigger audit_events_only_grow;
  alter table audit_seals disable trigger audit_seals_only_grow;`;
const lock = `alter table audit_events enable trigger audit_events_only_grow;
  alter table audit_seals enable trigger audit_seals_only_grow;`;
/** What the lines of tricks.sql that begin with a sign stand for. */
const macros: [line: RegExp, statements: (...parts: string[]) => string][] = [
  [/^@unlock$/, () => unlock],
  [/^@lock$/, () => lock],
  [/^@function (\w+): (.*)$/, (returns = '', body = '') => bodyOf(body, returns)],
  [
    /^@insert into (\w+): (.*)$/,
    (table = '', body = '') =>
      `${bodyOf(`${body} return new;`, 'trigger')}
      create trigger trick before insert on ${table} for each row execute function trick();`,
  ],
  [
    /^@deferred: (.*)$/,
    (body = '') =>
      `${unlock} ${bodyOf(`${body} return null;`, 'trigger')} create constraint trigger trick after insert on audit_events
      deferrable initially deferred for each row execute function trick();`,
  ],
];

function statementOf(line: string): string {
  for (const [pattern, statements] of macros) {
    const match = pattern.exec(line);
    if (match) return statements(...match.slice(1));
  }
  return line;
}

const statementsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map(statementOf)
    .join('\n')
    .replaceAll('@columns', columns)
    .replaceAll('@all', `${columns}, call_id, salt, birth_mac, erased`);

type Trick = { family: string; name: string; outcome: string; before: string; after: string };
const file = await readFile(path.join(root, 'server/testing/trail-tricks/tricks.sql'), 'utf8');
const tricks = file
  .split(/^-- (?=a |an |another |by )/m)
  .slice(1)
  .flatMap((part) => {
    const [family = '', ...each] = part.split(/^-- - /m);
    return each.map((trick): Trick => {
      const [title = '', ...lines] = trick.split('\n');
      const [name = '', outcome = ''] = title.split(': ');
      const [before = '', after = ''] = lines.join('\n').split('@after\n');
      return { family: family.trim(), name, outcome, before: statementsOf(before), after: statementsOf(after) };
    });
  });

class Undo extends Error {}

/** A sealer that refuses to build on a damaged chain leaves it to the verification. */
const unlessRefused = (error: unknown) => {
  if (!(error instanceof SealingRefused)) throw error;
};

/** Plays a trick in a transaction, which is rolled back. Deferred triggers run where the product would commit. */
async function outcomeOf({ before, after }: Trick): Promise<string> {
  let outcome = 'undone';
  const copy = `${test.deps.checkpoints.path}.copy`;
  await copyFile(test.deps.checkpoints.path, copy);
  const run = test.deps.transaction(async (real, inside) => {
    const tx: Tx = Object.assign(real, { afterCommit: (done: () => void) => done() });
    const transaction: TestApp['deps']['transaction'] = (work) => work(tx, inside);
    const deps = { ...test.deps, db: tx, transaction, checkpoints: createLineFile(copy) };
    if (before) await sql.raw(before).execute(tx);
    const isWritten = await anEventIn(tx, test, { entity_id: 4 }).then(
      () => true,
      () => false,
    );
    if (!isWritten) throw new Undo();
    await sql`set constraints all immediate`.execute(tx);
    if (after) await sql.raw(after).execute(tx);
    const seal = () => sealEntries(deps).catch(unlessRefused);
    const lookForLost = lossWatch(deps);
    await seal();
    await lookForLost();
    await seal();
    const { broken } = await verifyTrail(deps);
    outcome = broken?.kind ?? 'harmless';
    if (!broken) {
      const { rows } = await sql`
        select actor_name, action, ip from public.audit_events where entity_id = '4'`.execute(tx);
      expect(rows).toEqual([{ actor_name: 'Visitor', action: 'users.update', ip: '203.0.113.7' }]);
    }
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  test.deps.written.forget(test.deps.written.some().map(([id]) => id));
  return outcome;
}

it.each(tricks)('$family $name: $outcome', async (trick) => {
  expect(await outcomeOf(trick)).toBe(trick.outcome);
});

it('There are at least sixty tricks of fifteen kinds', () => {
  expect(tricks.length).toBeGreaterThanOrEqual(60);
  expect(new Set(tricks.map(({ family }) => family)).size).toBeGreaterThanOrEqual(15);
});

describe('a search path of the database', () => {
  it.each([
    [
      'with another table of entries',
      'create table evil.audit_events (like public.audit_events including defaults including identity)',
    ],
    ['with another waiting list', 'create table evil.audit_unsealed (like public.audit_unsealed including all)'],
    ['with another catalog', 'create view evil.pg_trigger as select * from pg_catalog.pg_trigger where false'],
    ['with another hash', `create function evil.sha256(bytea) returns bytea language sql as $$ select ''::bytea $$`],
  ])('%s leads nobody astray', async (_, statement) => {
    const made = await testApp();
    const owner = openDatabase({ ...inject('postgresOwner'), database: made.shared.database }, () => undefined);
    const run = (text: string) => sql.raw(text).execute(owner);
    await run('create schema evil');
    await run(statement);
    await run('grant usage on schema evil to public; grant all on all tables in schema evil to public');
    await run(`alter database ${made.shared.database} set search_path = evil, pg_catalog, public`);
    // New connections, for which the setting counts.
    const joined = await testApp({}, {}, { join: made });
    try {
      await anEvent(joined);
      await sealEntries(joined.deps, { last: true });
      expect(await verifyTrail(joined.deps)).toMatchObject({ broken: null, sealed: 1 });
      await run('create function public.trick() returns trigger language plpgsql as $$ begin return null; end $$');
      await run(
        'create trigger trick after insert on public.audit_events for each row execute function public.trick()',
      );
      expect((await verifyTrail(joined.deps)).broken).toMatchObject({
        kind: 'guard',
        message: expect.stringContaining('trigger trick'),
      });
    } finally {
      await joined.close();
      await owner.destroy();
      await made.close();
    }
  });
});
