import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../lib/root.ts';
import { RELEASED } from '../released.ts';

/** Why the last release cannot be built here, or null. */
export function missingRelease(): string | null {
  const { status } = spawnSync('git', ['cat-file', '-e', `${RELEASED.commit}^{commit}`], { cwd: root });
  return status === 0 ? null : 'the history of this checkout does not reach back to it';
}

/**
 * Builds the last release from the history, with its own packages. Takes minutes.
 * @returns its program for `startApp`
 */
export async function buildRelease(): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-release-'));
  const archive = execFileSync('git', ['archive', RELEASED.commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const tool of ['setup.mjs', 'build.mjs']) {
    execFileSync(process.execPath, [path.join('tools', tool)], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return {
    main: path.join(folder, 'dist/server/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
