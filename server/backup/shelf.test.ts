import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { openShelf } from './shelf.ts';

const TOKEN = 'a-token-of-the-operator';
/** What was asked of a disk that never answers. */
const asked: string[] = [];
const never = (question: string) => () => {
  asked.push(question);
  return new Promise<never>(() => undefined);
};
const shelf = openShelf(
  '/mnt/hung',
  { dataDir: '/data', ms: 1 },
  { problemOf: never('problem'), diskOf: never('room'), areApart: never('disk') },
);

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({ shelf }, { BACKUP_DIR: '/mnt/hung', METRICS_TOKEN: TOKEN });
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

it('a disk of back-ups that hangs is asked once, and hides nothing else of the System page and the metrics', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { backups, disk } = (await admin.call(api.system.state, {})).system;
    expect(backups).toMatchObject({ level: 'bad', figures: { folder_problem: 'silent', runs: [] } });
    expect(disk.figures).toMatchObject({ data: { free_bytes: expect.any(Number) }, backups: null });
    const metrics = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(metrics.statusCode).toBe(200);
    expect(metrics.body).toMatch(/^switchboard_disk_free_bytes \d+$/m);
    expect(metrics.body).not.toMatch(/^switchboard_backup_disk_free_bytes \d+$/m);
  }
  expect(asked.sort()).toEqual(['disk', 'problem', 'room']);
});
