import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../tools/browser.mjs';
import { CHROMIUM_ARGS, startProduct } from '../tools/running-product.ts';
import { prepareFolder, signIn } from './filled-folder.ts';

/**
 * `npm run screens [-- requests]`: what the office's screens cost on a large history, in a real browser. For each action: how
 * many calls it makes one after the other, the largest answer, the longest task of the page's main thread, and the time until
 * the page shows the result. DATA_DIR names a folder that an earlier run filled; without it, a temporary one is filled.
 */
const PORT = 5392;

type Call = { url: string; bytes: number; sent: number; answered: number };

/** The calls that wait for each other: calls that overlap count as one round trip. */
function roundTrips(calls: readonly Call[]): number {
  let trips = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const call of calls.toSorted((a, b) => a.sent - b.sent)) {
    if (call.sent > end) trips += 1;
    end = Math.max(end, call.answered);
  }
  return trips;
}

/** Collects the duration of each long task of the page in ms. */
const LONG_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;
const takeLongTasks = (page: Page): Promise<number[]> => page.evaluate('longTasks.splice(0)');

async function watchCalls(page: Page) {
  const calls: Call[] = [];
  page.on('requestfinished', async (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/api/')) return;
    const { startTime, responseEnd } = request.timing();
    const body = await request
      .response()
      .then((response) => response?.body())
      .catch(() => undefined);
    calls.push({ url: url.pathname, bytes: body?.length ?? 0, sent: startTime, answered: startTime + responseEnd });
  });
  // Text, because it runs in the page.
  await page.addInitScript(LONG_TASKS);
  return calls;
}

async function run(): Promise<void> {
  const { dataDir, password } = await prepareFolder(Number(process.argv[2] ?? 100_000));
  const product = await startProduct('server/main.ts', { PORT: String(PORT), DATA_DIR: dataDir });
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('there is no Chromium: set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const token = await signIn(product.origin, password);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    const calls = await watchCalls(page);
    const shown = () => page.getByText(/^Showing /).waitFor();
    const settled = () => page.waitForFunction(`!document.querySelector('[data-stale], [aria-busy=true]')`);
    const search = page.getByLabel('Search');
    const actions: [name: string, act: () => Promise<unknown>][] = [
      ['open the Admin Dashboard', () => page.goto(`${product.origin}/dashboard/admin`).then(shown)],
      ['search a rare word', () => search.pressSequentially('chandelier', { delay: 60 })],
      ['search a common word', () => search.fill('').then(() => search.pressSequentially('stairwell', { delay: 60 }))],
      ['clear the filters', () => page.getByRole('button', { name: 'Clear Filters' }).click()],
      ['filter by status', () => page.getByLabel('Status', { exact: true }).selectOption('completed')],
      ['filter by priority as well', () => page.getByLabel('Priority', { exact: true }).selectOption('urgent')],
      [
        'open a request',
        async () => {
          await page
            .getByRole('button', { name: /^View Details/ })
            .first()
            .click();
          await page.getByRole('tab', { name: 'Assignment' }).waitFor();
        },
      ],
      ['go to the next request', () => page.getByRole('button', { name: 'Next request' }).click()],
    ];
    console.log(
      '| action | round trips | calls | largest answer, kB | longest task, ms | ms |\n|---|---|---|---|---|---|',
    );
    for (const [name, act] of actions) {
      calls.length = 0;
      const started = performance.now();
      const sent = page.waitForResponse((response) => response.url().includes('/api/requests'));
      await act();
      await sent;
      await page.waitForLoadState('networkidle');
      await settled();
      const ms = performance.now() - started;
      const longest = Math.max(0, ...(await takeLongTasks(page)));
      const largest = Math.max(0, ...calls.map(({ bytes }) => bytes));
      console.log(
        `| ${name} | ${roundTrips(calls)} | ${calls.length} | ${(largest / 1000).toFixed(1)} | ${longest.toFixed(0)} | ${ms.toFixed(0)} |`,
      );
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

run().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
