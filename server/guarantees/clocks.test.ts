import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { openPool } from '#server/db/pool.ts';
import { createJobs } from '#server/jobs.ts';
import { aKey } from '#server/testing/access/keys.ts';
import { openAccountLinks } from '#server/testing/account-links.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, type Person, submission } from '#server/testing/factories.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { aSignedInUser, aUser } from '#server/testing/people.ts';
import { startMailServer } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { beginDue, runBackup } from '../features/backups/backups.run.service.ts';
import { STRANGERS_MOST } from '../features/mail/mail.rules.ts';
import { sendDue } from '../features/mail/mail.send.service.ts';

/** What a clock that was ahead once has stored doesn't hold up the time after it. */

const AHEAD = '2028-05-02T15:00:00Z';
const NOW = '2026-03-03T15:00:00Z';
const clock = aClock(AHEAD);
const never = new AbortController().signal;
let place: string;
let test: TestApp;
let admin: Person;
beforeEach(async () => {
  clock.set(AHEAD);
  place = await newFastFolder('switchboard-clocks-');
  await mkdir(path.join(place, 'shelf'));
  test = await testApp({ now: clock.now }, { BACKUP_DIR: path.join(place, 'shelf') });
  admin = await aSignedInUser(test, 'admin');
});
afterEach(async () => {
  await test.close();
  await rm(place, { recursive: true, force: true });
});

/** Sets the clock right. Sessions of the time before are refused, so the admin signs in again. */
async function setRight() {
  clock.set(NOW);
  admin = await aSignedInUser(test, 'admin');
}
const outcomes = async () =>
  (await test.deps.db.selectFrom('backup_runs').select('outcome').orderBy('id').execute()).map(
    ({ outcome }) => outcome,
  );
const system = async () => (await admin.call(api.system.state, {})).system;
const backUpAt = (enabled: boolean) =>
  admin.call(api.backups.updateSettings, {
    body: { enabled, at_time: '02:30', keep_daily: 1, keep_weekly: 0, keep_monthly: 0 },
  });

it('a backup of a time to come neither replaces the next one nor stands for it, and takes no place of another', async () => {
  await backUpAt(true);
  clock.set('2028-05-03T15:00:00Z');
  await beginDue(test.deps);
  await runBackup(test.deps, never);
  expect(await outcomes()).toEqual(['made']);

  await setRight();
  expect((await system()).backups).toMatchObject({ level: 'warning', figures: { made: null } });
  await beginDue(test.deps);
  await runBackup(test.deps, never);
  expect(await outcomes()).toEqual(['made', 'made']);
  const kept = await test.deps.db.selectFrom('backup_runs').select('removed_at').execute();
  expect(kept).toEqual([{ removed_at: null }, { removed_at: null }]);
  expect((await system()).backups.level).toBe('fine');
});

it('a backup under way since a time to come has lost its server', async () => {
  await admin.call(api.backups.start, {});
  await setRight();
  await admin.call(api.backups.start, {});
  expect(await outcomes()).toEqual(['failed', null]);
});

it('a failure of a time to come does not keep the admins from hearing of the next one', async () => {
  await test.deps.db
    .insertInto('backup_runs')
    .values({
      ...{ started_by: null, started_at: clock.now(), seen_at: clock.now(), ended_at: clock.now(), outcome: 'failed' },
      ...{ error: 'The disk is full.', folder: null, bytes: null, row_count: null, file_count: null, removed_at: null },
    })
    .execute();
  await setRight();
  await rm(path.join(place, 'shelf'), { recursive: true });
  await admin.call(api.backups.start, {});
  await runBackup(test.deps, never);
  const titles = await test.deps.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', admin.id)
    .execute();
  expect(titles).toHaveLength(1);
});

it('a verification of a time to come is over, and its verdict counts for nothing', async () => {
  const { verification: first } = await admin.call(api.audit.startVerification, {});
  const ended = { finished_at: clock.now(), verdict: JSON.stringify({ broken: null }) };
  await test.deps.db.updateTable('audit_verifications').set(ended).where('id', '=', first.id).execute();
  await admin.call(api.audit.startVerification, {});
  await setRight();
  const auditor = await aSignedInUser(test, 'auditor');
  const { verification } = await auditor.call(api.audit.startVerification, {});
  expect(verification).toMatchObject({ state: 'running', started_by: { id: auditor.id } });
  expect((await system()).trail).toMatchObject({ level: 'warning', figures: { verified_at: null } });
  // A trail that was changed stays so.
  const broken = { kind: 'entry_altered', seq: '1', event_id: '1', message: 'Entry 1 was altered.' };
  const found = { verdict: JSON.stringify({ broken }) };
  await test.deps.db.updateTable('audit_verifications').set(found).where('id', '=', first.id).execute();
  expect((await system()).trail).toMatchObject({ level: 'bad', figures: { holds: false } });
});

it('an email of a time to come leaves at once, is given up in time, and counts for no limit of its address', async () => {
  const server = await startMailServer();
  const sender = await testApp({ now: clock.now }, { SMTP_URL: server.url }, { join: test });
  try {
    server.refuse('dana@whitfield.example', 451);
    for (let n = 0; n < STRANGERS_MOST; n += 1) {
      const visitor = sender.caller(undefined, { ip: `203.0.113.${n}` });
      await visitor.call(api.requests.create, { body: submission() });
    }
    await sendDue(sender.deps);
    clock.set(NOW);
    await sendDue(sender.deps);
    const first = test.deps.db
      .selectFrom('mail_outbox')
      .select(['tries', 'waiting_since', 'state'])
      .orderBy('id')
      .limit(1);
    expect(await first.execute()).toEqual([{ tries: 2, waiting_since: new Date(NOW), state: 'waiting' }]);

    await aRequest(sender);
    expect(await test.deps.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(STRANGERS_MOST + 1);

    clock.set('2026-03-06T15:00:00Z');
    await sendDue(sender.deps);
    expect(await first.execute()).toMatchObject([{ state: 'failed' }]);
  } finally {
    await sender.close();
    await server.stop();
  }
});

it('an API key that was used in a time to come says when it was used since', async () => {
  const { id, secret } = await aKey(test);
  await test.caller(secret).call(api.requests.list, {});
  await setRight();
  await test.caller(secret).call(api.requests.list, {});
  const row = test.deps.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ last_used_at: new Date(NOW) });
});

it('a link of a time to come opens nothing, and keeps nobody from another one', async () => {
  const links = await openAccountLinks();
  try {
    links.clock.set(AHEAD);
    const user = await aUser(links.test, 'technician');
    const ask = async () => {
      await links.test.caller().call(api.auth.forgotPassword, { body: { email: user.email } });
      return (await links.tokensFor(user.email)).at(-1) ?? '';
    };
    const old = [await ask(), await ask(), await ask()];
    links.clock.set(NOW);
    for (const token of old) expect((await links.choose(token)).status).toBe(403);
    expect((await links.choose(await ask())).status).toBe(200);
  } finally {
    await links.close();
  }
});

it("a customer's link of a time to come opens nothing", async () => {
  const technician = await aSignedInUser(test, 'technician');
  const request = await anAssignedRequest(test, admin, technician);
  const params = { id: String(request.id) };
  await admin.call(api.requests.changeStatus, { params, body: { status: 'completed' } });
  const { link } = await admin.call(api.workOrders.createLink, { params });
  expect(link.url).toContain('/api/');
  await setRight();
  expect(await admin.call(api.workOrders.link, { params })).toEqual({ link: null });
});

it('the queue of jobs goes on where the clock of the database was ahead', async () => {
  const pool = openPool(test.connection, () => undefined);
  await sql`update pgboss.version set cron_on = now() + interval '2 years'`.execute(test.deps.db);
  const run = Promise.withResolvers<void>();
  const log = { warn: vi.fn(), error: vi.fn() };
  const jobs = createJobs({ pool, bus: test.deps.bus, log }, { look: 1, heartbeat: 10, supervise: 1 });
  try {
    const due = { name: 'each.minute', cron: '* * * * *', run: async () => run.resolve() };
    await jobs.start([due]);
    // And once more while it runs, beside a job that would wait for two years.
    await sql`update pgboss.version set cron_on = now() + interval '2 years'`.execute(test.deps.db);
    await sql`update pgboss.job set start_after = now() + interval '2 years' where state = 'created'`.execute(
      test.deps.db,
    );
    await run.promise;
    expect(log.error).not.toHaveBeenCalled();
  } finally {
    await jobs.stop();
    await pool.end();
  }
});
