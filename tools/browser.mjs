import { canInstall, installPackages, isProgram } from './packages.mjs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without a window: the same engine with a third of the CPU time. */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell'];

/** The system's Chromium, or the one CHROMIUM names; undefined when there is none. */
export function findBrowser() {
  const named = process.env.CHROMIUM;
  return [...(named ? [named] : []), ...CANDIDATES].find(isProgram);
}

/** The browser of the tests: that of CHROMIUM, else the headless shell, else any Chromium; undefined when there is none. */
export function findTestBrowser() {
  const named = process.env.CHROMIUM;
  return [...(named ? [named] : []), ...HEADLESS_SHELLS].find(isProgram) ?? findBrowser();
}

/** Installs Chromium and fonts from Debian's packages when there is no browser. An error says what else to do. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const help = 'No Chromium or Chrome found. Install one, or name it in the variable CHROMIUM.';
  if (!canInstall() || !installPackages('chromium', 'fonts-liberation')) throw new Error(help);
  const installed = findBrowser();
  if (!installed) throw new Error(help);
  return installed;
}

/** Installs the headless shell when it is missing. When that fails, uses any Chromium. Throws when there is none. */
export function ensureTestBrowser() {
  const found = findTestBrowser();
  const isFast = found !== undefined && (found === process.env.CHROMIUM || HEADLESS_SHELLS.includes(found));
  if (!isFast && canInstall()) installPackages('chromium-headless-shell', 'fonts-liberation');
  return findTestBrowser() ?? ensureBrowser();
}
