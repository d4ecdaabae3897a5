import { setTimeout } from 'node:timers/promises';
import { chromium, type Page, type Request } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { ensureTestBrowser } from '../tools/browser.mjs';
import { CHROMIUM_ARGS, startProduct } from '../tools/running-product.ts';
import { prepareFolder, signIn } from './filled-folder.ts';

/**
 * `npm run screens [-- requests]`: what the office's screens cost on a large history, in a real browser. For each action: how
 * many calls it makes one after the other, how many in all, the largest answer, and the longest task of the page's main thread
 * (0: none above 50 ms). DATA_DIR names a folder that an earlier run filled; without it, a temporary one is filled.
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

/** How long an action may take until its first call, in ms. One that is answered from what is loaded makes none. */
const FIRST_CALL_MS = 3_000;
/** How long no call is on its way before an action counts as answered, in ms. */
const QUIET_MS = 500;

/** Collects the duration of each long task in ms. A text, because it runs in the page. */
const COLLECT_LONG_TASKS = `
  const durations = [];
  window.takeLongTasks = () => durations.splice(0);
  new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

/** Live updates are left out: their stream stays open. */
const isCall = (request: Request) => /^\/api\/(?!live$)/.test(new URL(request.url()).pathname);

/** Records the page's calls. `quiet` resolves when none was on its way for a while. */
function watchCalls(page: Page) {
  const calls: Call[] = [];
  const open = new Set<Request>();
  let lastChange = performance.now();
  const changed = (request: Request, how: 'add' | 'delete') => {
    if (!isCall(request)) return;
    open[how](request);
    lastChange = performance.now();
  };
  page.on('request', (request) => changed(request, 'add'));
  page.on('requestfailed', (request) => changed(request, 'delete'));
  page.on('requestfinished', async (request) => {
    if (!isCall(request)) return;
    const { startTime, responseEnd } = request.timing();
    const body = await (await request.response())?.body().catch(() => undefined);
    const url = new URL(request.url()).pathname;
    calls.push({ url, bytes: body?.length ?? 0, sent: startTime, answered: startTime + responseEnd });
    changed(request, 'delete');
  });
  return {
    take: () => calls.splice(0),
    async quiet(): Promise<void> {
      const begun = performance.now();
      while (open.size + calls.length === 0 && performance.now() - begun < FIRST_CALL_MS) await setTimeout(20);
      while (open.size > 0 || performance.now() - lastChange < QUIET_MS) await setTimeout(20);
    },
  };
}

/** The other screens of the office. */
const SCREENS = [
  ['Contact Messages', paths.adminContacts()],
  ['Customers', paths.adminCustomers],
  ['User Management', paths.adminUsers],
  ['Technician Monitor', paths.adminTechnicians()],
  ['Analytics', paths.adminAnalytics],
  ['Reports', paths.adminReports],
  ['Audit Trail', paths.auditorTrail()],
  ['System', paths.adminSystem],
  ['Settings', paths.adminSettings],
] as const;

/** What a dispatcher does on the dashboard, in this order, and then each other screen. */
function actionsOn(page: Page, origin: string): [name: string, act: () => Promise<unknown>][] {
  const search = page.getByRole('searchbox', { name: 'Search' });
  const type = async (word: string) => {
    await search.fill('');
    await search.pressSequentially(word, { delay: 60 });
  };
  const choose = (label: string, value: string) => page.getByLabel(label, { exact: true }).selectOption(value);
  const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
  return [
    ['open the Admin Dashboard', () => page.goto(`${origin}/dashboard/admin`)],
    ['search a rare word', () => type('chandelier')],
    ['search a common word', () => type('stairwell')],
    ['clear the filters', () => press('Clear Filters')],
    ['filter by status', () => choose('Status', 'completed')],
    ['filter by priority as well', () => choose('Priority', 'urgent')],
    ['open a request', () => press(/^View Details/)],
    ['go to the next request', () => press('Next request')],
    ['close it and open All Requests', () => page.goto(`${origin}/dashboard/admin/requests`)],
    ...SCREENS.map(([name, path]): [string, () => Promise<unknown>] => [
      `open ${name}`,
      () => page.goto(`${origin}${path}`),
    ]),
  ];
}

async function run(): Promise<void> {
  await using folder = await prepareFolder(process.env.DATA_DIR, Number(process.argv[2] ?? 100_000));
  const executablePath = await ensureTestBrowser();
  const product = await startProduct('start', { PORT: String(PORT), DATA_DIR: folder.dataDir });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const token = await signIn(product.origin, folder.password);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    await page.addInitScript({ content: COLLECT_LONG_TASKS });
    const calls = watchCalls(page);
    console.log('| action | round trips | calls | largest answer, kB | longest task, ms |\n|---|---|---|---|---|');
    for (const [name, act] of actionsOn(page, product.origin)) {
      await act();
      await calls.quiet();
      const tasks = await page.evaluate(() => (globalThis as unknown as { takeLongTasks(): number[] }).takeLongTasks());
      const made = calls.take();
      const largest = Math.max(0, ...made.map(({ bytes }) => bytes)) / 1000;
      const longest = Math.max(0, ...tasks);
      console.log(`| ${name} | ${roundTrips(made)} | ${made.length} | ${largest.toFixed(1)} | ${longest.toFixed(0)} |`);
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
