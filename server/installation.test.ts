import { readdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendPhoto } from './testing/factories.ts';
import { newFastFolder } from './testing/fast-folder.ts';
import { refusedStart, startApp } from './testing/programs/process.ts';

const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'info' };

let folder: string;
beforeAll(async () => {
  folder = await newFastFolder('switchboard-moved-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const files = () => path.join(folder, 'files');
const photos = async () => (await readdir(files(), { withFileTypes: true })).filter((entry) => entry.isFile()).length;

/** Makes every file a day old, so that the sweep does not spare it for its age. */
async function age(): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  for (const entry of await readdir(files(), { withFileTypes: true })) {
    if (entry.isFile()) await utimes(path.join(files(), entry.name), yesterday, yesterday);
  }
}

it('a start on another database is refused, and adopting that database keeps every photo', async () => {
  const first = await startApp({ DATA_DIR: folder, ...settings });
  for (let n = 0; n < 3; n += 1) await sendPhoto(first.url);
  await first.stop();
  await age();
  expect(await photos()).toBe(6);
  await rename(path.join(folder, 'postgres'), path.join(folder, 'postgres.aside'));

  const refused = await refusedStart({ DATA_DIR: folder, PORT: '0', ...settings });
  expect(refused.code, refused.output).toBe(1);
  expect(refused.output).toMatch(/could not start: the data folder .* belong to different installations/);
  const adopt = /ADOPT_DATABASE=([\da-f-]{36})/.exec(refused.output)?.[1] ?? '';

  const adopted = await startApp({ DATA_DIR: folder, ...settings, ADOPT_DATABASE: adopt });
  await expect.poll(adopted.output).toMatch(/files without a row were left where they are/);
  expect(await adopted.stop()).toBe(0);
  expect(await photos()).toBe(6);

  // After the original database is adopted again, all of its files are in place.
  await rm(path.join(folder, 'postgres'), { recursive: true });
  await rename(path.join(folder, 'postgres.aside'), path.join(folder, 'postgres'));
  const back = await refusedStart({ DATA_DIR: folder, PORT: '0', ...settings });
  const original = /ADOPT_DATABASE=([\da-f-]{36})/.exec(back.output)?.[1] ?? '';
  const last = await startApp({ DATA_DIR: folder, ...settings, ADOPT_DATABASE: original });
  expect(await last.stop()).toBe(0);
  expect(await photos()).toBe(6);
});
