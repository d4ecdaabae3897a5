import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { autocommit } from './db/transaction.ts';
import { listJobs } from './testing/jobs-stored.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const PACE = { look: 1, heartbeat: 10, supervise: 1 };
const WAIT = { interval: 100 };

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(test.deps.db);
  await sql`delete from pgboss.schedule`.execute(test.deps.db);
});

const jobsOf = (queue: string) => listJobs(test.deps.db, queue);
const send = (task: string) => autocommit(test.deps.db, (tx) => test.deps.jobs.send(tx, task));

describe('an instance that is killed while it runs a job', () => {
  const started: ChildProcess[] = [];
  afterEach(() => started.map((child) => child.kill('SIGKILL')));

  async function jobsProcess(hang: boolean) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'testing/jobs-process.ts')], {
      env: { ...process.env, JOBS: JSON.stringify({ connection: test.connection, pace: PACE, hang }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    return { child, says: (word: string) => vi.waitUntil(() => output.includes(word), WAIT) };
  }

  it.each([
    ['schedule', 'schedules'],
    ['task', 'tasks/asked'],
  ])(
    'leaves the %s to another one, which completes it',
    async (kind, queue) => {
      const first = await jobsProcess(true);
      await first.says('started');
      if (kind === 'task') await send('asked');
      await first.says(`${kind} begins`);
      const second = await jobsProcess(false);
      await second.says('started');
      // Beside it there is a second job when a minute begins.
      const taken = (await jobsOf(queue)).find(({ state }) => state === 'active');
      expect(taken).toBeDefined();
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');
      // No heartbeat has come for a long time; then the delay of the retry is over.
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour'`.execute(test.deps.db);
      await vi.waitUntil(
        async () => (await jobsOf(queue)).some(({ id, state }) => id === taken?.id && state === 'retry'),
        WAIT,
      );
      await sql`update pgboss.job set start_after = now()`.execute(test.deps.db);
      await second.says(`${kind} ends`);
      await vi.waitUntil(
        async () => (await jobsOf(queue)).some(({ id, state }) => id === taken?.id && state === 'completed'),
        WAIT,
      );
      second.child.kill('SIGKILL');
      await once(second.child, 'exit');
    },
    120_000,
  );
});
