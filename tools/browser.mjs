import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The system's Chromium, or the one CHROMIUM names; undefined when there is none. */
export function findBrowser() {
  const named = process.env.CHROMIUM;
  return [...(named ? [named] : []), ...CANDIDATES].find(isProgram);
}

/** Installs Chromium and fonts from Debian's packages when there is no browser yet. Throws with what to do otherwise. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const help = 'No Chromium or Chrome found. Install one, or name it in the variable CHROMIUM.';
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) throw new Error(help);
  console.log('Installing Chromium (apt-get) ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  if (!apt('update') || !apt('install', '-y', 'chromium', 'fonts-liberation')) throw new Error(help);
  const installed = findBrowser();
  if (!installed) throw new Error(help);
  return installed;
}
