import { execFile } from 'node:child_process';
import { access, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sendPhoto } from '../server/testing/factories.ts';
import { type RunningApp, startApp } from '../server/testing/programs/process.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ RATE_LIMITS: 'off' });
});

const files = () => path.join(app.folder, 'files');
const ids = async () => (await readdir(files())).filter((name) => /^[\da-f-]{36}$/.test(name)).sort();

function verify(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: app.folder };
    execFile(process.execPath, ['tools/files-verify.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

it('files:verify names every missing or damaged file, beside the running app, and continues an interrupted run', async () => {
  for (let n = 0; n < 4; n += 1) await sendPhoto(app.url);
  const [wrong = '', short = '', gone = '', whole = ''] = await ids();
  expect(await verify()).toEqual({
    code: 0,
    output: expect.stringContaining('4 files compared with their rows: 0 damaged'),
  });

  const bytes = await readFile(path.join(files(), wrong));
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  await writeFile(path.join(files(), wrong), bytes);
  await truncate(path.join(files(), `${short}.thumbnail`), 20);
  await rm(path.join(files(), gone));
  const orphan = path.join(files(), '11111111-2222-4333-8444-555555555555');
  await writeFile(orphan, 'x');
  await utimes(orphan, 0, 0);

  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toContain(`DAMAGED: ${wrong} "pole.jpg" of request`);
  expect(output).toContain(`DAMAGED: ${short} (small picture)`);
  expect(output).toContain(`MISSING: ${gone} "pole.jpg"`);
  expect(output).not.toContain(whole);
  expect(output).toContain('4 files compared with their rows: 3 damaged or missing.');
  expect(output).toContain('Files without a row: 1');

  // The state file of a run that was interrupted after the second file.
  const state = path.join(app.folder, 'files-verify.json');
  const stopped = { after: short, checked: 2, damaged: 2, lines: ['DAMAGED: found before'] };
  await writeFile(state, JSON.stringify(stopped));
  const resumed = await verify();
  expect(resumed.code).toBe(1);
  expect(resumed.output).toContain('DAMAGED: found before');
  expect(resumed.output).not.toContain(wrong);
  expect(resumed.output).toContain('4 files compared with their rows: 3 damaged or missing.');
  await expect(access(state)).rejects.toThrow();

  await writeFile(state, JSON.stringify(stopped));
  expect((await verify('--from-start')).output).toContain(wrong);
});
