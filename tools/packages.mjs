import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const canInstall = () => process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');

/** Installs Debian packages; false when the installation fails, or would remove other packages. */
export function installPackages(...packages) {
  console.log(`Installing ${packages.join(', ')} (apt-get) ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('/usr/bin/apt-get', ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    }).status === 0;
  return apt('update') && apt('install', '-y', '--no-remove', ...packages);
}

/** The path of a program, installed from a Debian package when it is missing; null where that is not possible. */
export function ensureProgram(file, packageName) {
  if (!isProgram(file) && !(canInstall() && installPackages(packageName))) return null;
  return isProgram(file) ? file : null;
}
