import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { createDeps } from '#server/deps.ts';
import { createLineFile } from '#server/lib/line-file.ts';
import { announcerOf } from '#server/reactions.ts';
import { anEvent, removeNewest } from '#server/testing/audit.ts';
import { aRequest, submission } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { listGuards } from './guards.repo.ts';
import { guardProblems } from './guards.rules.ts';
import { guardWatch, sealEntries } from './seal.service.ts';

let test: TestApp;
let copies: string;
beforeAll(async () => {
  copies = await mkdtemp(path.join(tmpdir(), 'switchboard-copies-'));
  test = await testApp({}, { AUDIT_CHECKPOINT_COPY: copies }, { asOwner: true });
});
afterAll(async () => {
  await test.close();
  await rm(copies, { recursive: true });
});

const run = (text: string) => sql.raw(text).execute(test.deps.db);
const silencer = `
  create function silence() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger silence before insert on audit_events for each row execute function silence()`;
const stopSilencing = 'drop trigger silence on audit_events; drop function silence()';

/** Changes by somebody with all rights: name, SQL, the reported differences, and the SQL that undoes the change. */
const tampering: [string, string, string[], string][] = [
  [
    'a trigger that silences events',
    silencer,
    ['function silence() was added', 'trigger silence on audit_events was added'],
    stopSilencing,
  ],
  [
    'a rule',
    'create rule hush as on insert to audit_events where new.ip is null do instead nothing',
    ['rule hush on audit_events was added'],
    'drop rule hush on audit_events',
  ],
  [
    'row security with a policy',
    'alter table audit_events enable row level security; create policy most on audit_events using (true)',
    ['policy most on audit_events was added', 'table audit_events was altered'],
    'drop policy most on audit_events; alter table audit_events disable row level security',
  ],
  [
    'a trigger switched off',
    'alter table audit_seals disable trigger audit_seals_only_grow',
    ['trigger audit_seals_only_grow on audit_seals was altered'],
    'alter table audit_seals enable trigger audit_seals_only_grow',
  ],
  [
    'a function with another body',
    'create or replace function await_seal() returns trigger language plpgsql as $$ begin return null; end $$',
    ['function await_seal() was altered'],
    `create or replace function await_seal() returns trigger language plpgsql as
      $$ begin insert into audit_unsealed select id from added; return null; end $$`,
  ],
  [
    'a deferred trigger on another table, with the rights of its owner, that removes events',
    `create function sweep() returns trigger language plpgsql security definer as
      $$ begin delete from audit_events where action = 'user.updated'; return null; end $$;
    create constraint trigger sweep after update on users deferrable initially deferred for each row execute function sweep()`,
    ['function sweep() was added', 'trigger sweep on users was added'],
    'drop trigger sweep on users; drop function sweep()',
  ],
  [
    'a trigger on a table of the jobs',
    `create function sweep() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger sweep after insert on pgboss.queue for each row execute function sweep()`,
    ['function sweep() was added', 'trigger sweep on pgboss.queue was added'],
    'drop trigger sweep on pgboss.queue; drop function sweep()',
  ],
  [
    'a function with the rights of its owner',
    `create function erase() returns void language sql security definer as 'delete from audit_events'`,
    ['function erase() was added'],
    'drop function erase()',
  ],
  [
    'a rule on another table',
    'create rule also as on update to settings do also delete from audit_unsealed',
    ['rule also on settings was added'],
    'drop rule also on settings',
  ],
  [
    'rights to remove and to change events',
    'grant delete on audit_events to public; grant update (action) on audit_events to public',
    [
      'right of everybody to delete on audit_events was added',
      'right of everybody to update on audit_events was added',
    ],
    'revoke delete on audit_events from public; revoke update (action) on audit_events from public',
  ],
  [
    'another role for the sessions of the database',
    `do $$ begin execute format('alter database %I set role = %I', current_database(), current_user); end $$`,
    ['setting role was added'],
    `do $$ begin execute format('alter database %I reset role', current_database()); end $$`,
  ],
];

describe('the guards of an unchanged trail', () => {
  it('are as the migrations made them', async () => {
    expect(guardProblems(await listGuards(test.deps.db))).toEqual([]);
  });
});

describe('a change of the trail’s guards is reported by name:', () => {
  it.each(tampering)('%s', async (_, damage, problems, repair) => {
    // One connection, because a search path belongs to its session.
    await test.deps.db.connection().execute(async (db) => {
      await sql.raw(damage).execute(db);
      try {
        expect(guardProblems(await listGuards(db))).toEqual(problems);
        const { broken } = await verifyTrail({ ...test.deps, db });
        expect(broken).toMatchObject({ kind: 'guard' });
        for (const problem of problems) expect(broken?.message).toContain(problem);
      } finally {
        await sql.raw(repair).execute(db);
      }
    });
    expect(guardProblems(await listGuards(test.deps.db))).toEqual([]);
  });

  it('and is written to the log of the running app, once for each finding', async () => {
    const log = { ...test.deps.log, error: vi.fn(), warn: vi.fn() };
    const look = guardWatch({ ...test.deps, log });
    await run(silencer);
    await look();
    await look();
    await run(stopSilencing);
    await look();
    const text =
      'AUDIT: the trail is not protected as it was: function silence() was added; trigger silence on audit_events was added';
    expect(log.error).toHaveBeenCalledExactlyOnceWith({}, text);
    // These tests run as the owner, which the app logs as a warning too.
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({}, expect.stringContaining('set DATABASE_OWNER_URL'));
  });
});

describe('while events are silenced', () => {
  it.each([
    ['a trigger', silencer, stopSilencing],
    ['a rule', 'create rule hush as on insert to audit_events do instead nothing', 'drop rule hush on audit_events'],
  ])('by %s, a change is undone, because its event was not stored', async (_, damage, repair) => {
    await run(damage);
    const customerName = `Sil ${damage.length}`;
    const answer = await test.caller().attempt(api.requests.create, { body: submission({ customerName }) });
    await run(repair);
    expect(answer.status).toBe(500);
    const kept = await test.deps.db
      .selectFrom('requests')
      .where('customer_name', '=', customerName)
      .selectAll()
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('the second place of the checkpoints', () => {
  const copy = () => path.join(copies, 'audit-checkpoints.jsonl');
  const cutLastLine = async (file: string) => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
  };

  it('gets every line, and later the lines that it missed while it was unreachable', async () => {
    await aRequest(test);
    await sealEntries(test.deps, { last: true });
    const away = { ...test.deps, checkpointCopy: null };
    await anEvent(test);
    await sealEntries(away, { last: true });
    await anEvent(test);
    await sealEntries(test.deps, { last: true });
    expect(await readFile(copy(), 'utf8')).toBe(await readFile(test.deps.checkpoints.path, 'utf8'));
    expect((await verifyTrail(test.deps)).broken).toBeNull();
  });

  it('gets the checkpoints of two machines in the order of their seals, what one missed included', async () => {
    const own = await testApp({}, { AUDIT_CHECKPOINT_COPY: path.join(copies, 'shared') });
    const seal = async (deps: Parameters<typeof sealEntries>[0]) => {
      await anEvent(own);
      await sealEntries(deps, { last: true });
    };
    const other = { ...own.deps, checkpoints: createLineFile(path.join(copies, 'other-machine.jsonl')) };
    await seal(own.deps);
    await seal(other);
    await seal({ ...other, checkpointCopy: null });
    await seal(other);
    await seal(own.deps);
    await seal({ ...other, checkpointCopy: null });
    await seal(own.deps);
    const lines = (await readFile(own.deps.checkpointCopy?.path ?? '', 'utf8')).trimEnd().split('\n');
    // What a machine missed is not added behind a later checkpoint, which covers it.
    expect(lines.map((line) => Number(JSON.parse(line).seq))).toEqual([1, 2, 3, 4, 5, 7]);
    expect(await verifyTrail(own.deps)).toMatchObject({ broken: null, second_place: true, sealed: 7 });
    expect(await verifyTrail(other)).toMatchObject({ broken: null, second_place: true, sealed: 7 });
    await own.close();
  });

  it('reveals that the end was cut off together with the last line of the first file, and stops the sealing', async () => {
    await anEvent(test);
    await sealEntries(test.deps, { last: true });
    await removeNewest(test);
    await cutLastLine(test.deps.checkpoints.path);
    const alone = { ...test.deps, checkpointCopy: null };
    expect(await verifyTrail(alone)).toMatchObject({ broken: null, second_place: false });
    const { broken, second_place } = await verifyTrail(test.deps);
    expect(second_place).toBe(true);
    expect(broken).toMatchObject({ kind: 'checkpoint_mismatch' });
    expect(broken?.message).toMatch(/The end was cut off.*in the second place knows seal/);
    await expect(sealEntries(test.deps)).rejects.toThrow('which the database does not hold any more');
  });
});

describe('the key of the trail', () => {
  it('prevents the start when it is missing beside a sealed trail, and no new key is made', async () => {
    const own = await testApp();
    await anEvent(own);
    await sealEntries(own.deps, { last: true });
    const { config, log } = own.deps;
    const file = path.join(config.dataDir, 'audit.key');
    const key = await readFile(file);
    await rm(file);
    const start = () => createDeps({ config, connection: own.connection, created: false, log, announcer: announcerOf });
    await expect(start()).rejects.toThrow(`${file} is missing, and the audit trail in the database was sealed with it`);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    await writeFile(file, key, { mode: 0o600 });
    await own.close();
  });
});
