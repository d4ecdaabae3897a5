import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { passwordWeak } from '#contract/words/passwords.ts';
import { firstSettingsProblem } from './first-settings.ts';

const NEW = path.join(tmpdir(), 'switchboard-never-made');
const admin = { DATA_DIR: NEW, ADMIN_EMAIL: 'office@example.com', ADMIN_NAME: 'Olive Office' };

it.each([
  [{ ADMIN_PASSWORD: 'lights-on-at-seven' }, null],
  [{ ADMIN_PASSWORD: 'secret-12' }, `Bad setting. ADMIN_PASSWORD: ${passwordWeak.one_word}`],
  [{ ADMIN_PASSWORD: 'olive2026' }, `Bad setting. ADMIN_PASSWORD: ${passwordWeak.personal}`],
  [
    { ADMIN_PASSWORD: 'lights-on', PASSWORD_MIN_LENGTH: '12' },
    'Bad setting. ADMIN_PASSWORD: Password must be at least 12 characters',
  ],
  [{}, 'Bad setting. ADMIN_EMAIL and ADMIN_PASSWORD: set both, or neither'],
  // There an admin may exist already.
  [{ ADMIN_PASSWORD: 'secret-12', DATA_DIR: tmpdir() }, null],
  [{ ADMIN_PASSWORD: 'secret-12', DATABASE_URL: 'postgres://127.0.0.1/desk' }, null],
])('a first start with %j: %s', async (settings, problem) => {
  expect(await firstSettingsProblem({ ...admin, ...settings })).toBe(problem);
});
