import { execFile } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { openDatabase, type WritableDatabase } from '../server/db/pool.ts';
import { submission } from '../server/testing/factories.ts';
import { type RunningApp, startApp } from '../server/testing/programs/process.ts';

let app: RunningApp;
let db: WritableDatabase;
beforeAll(async () => {
  app = await startApp({ RATE_LIMITS: 'off' });
  db = openDatabase(connectionOfRunning(app.folder), () => undefined);
});
afterAll(() => db.destroy());

function verify(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: app.folder };
    execFile(process.execPath, ['tools/reports-verify.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

it('reports:verify names every figure that differs, beside the running app, and builds them anew when told to', async () => {
  const zone = async () =>
    (await sql<{ zone: string | null }>`select zone from request_figures_zone`.execute(db)).rows[0]?.zone;
  // A new installation builds its figures when it starts.
  await vi.waitUntil(async () => (await zone()) !== null, { interval: 100 });
  const body = JSON.stringify(submission({ service_type: 'Emergency Service' }));
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/api/requests/create`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  const agree = { code: 0, output: 'The figures by days in America/New_York agree with the requests.\n' };
  expect(await verify()).toEqual(agree);
  expect(await verify('--rebuild')).toEqual(agree);

  await sql`update request_figures set completed = 3 where step = 'day'`.execute(db);
  await sql`delete from request_service_figures where step = 'day'`.execute(db);
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toMatch(/^DIFFERS: day \d{4}-\d\d-\d\d, unassigned: completed \+3$/m);
  expect(output).toMatch(/^DIFFERS: day \d{4}-\d\d-\d\d, unassigned, "Emergency Service": requests -1$/m);
  expect(output).toMatch(/^DIFFERS: month \d{4}-\d\d-01, unassigned: completed -3$/m);
  expect(output).toContain('The figures by days in America/New_York differ from the requests in 4 rows.');

  expect(await verify('--rebuild')).toEqual(agree);
  expect(await verify()).toEqual(agree);
});
