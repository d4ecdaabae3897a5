import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Test files run at once, and apt-get refuses a second one beside it. */
const LOCK = path.join(tmpdir(), 'switchboard-apt.lock');

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('flock', [LOCK, 'apt-get', '-qq', ...args], { stdio: 'ignore', env }).status === 0;
}

/**
 * Installs what a test needs from Debian's packages, when it is missing and this process may.
 * @param name of the program, for the reason
 * @returns why it cannot be used, or null
 */
export function missingProgram(name: string, isThere: () => boolean, packages: readonly string[]): string | null {
  if (isThere()) return null;
  if (process.getuid?.() !== 0) return `${name} is not installed, and only root may install it`;
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...packages);
  // A fresh machine has no list of packages, or an old one.
  if (!install() && !(aptGet('update') && install())) {
    return `${name} is not installed, and apt-get could not install it`;
  }
  return isThere() ? null : `${name} does not start`;
}
