import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, test } from '../support/fixtures.ts';
import { callTo, hold, SCRIPTS } from '../support/network.ts';

test.use({ allowConsole: /status of (4|5)\d\d|net::ERR_(FAILED|INTERNET_DISCONNECTED)/ });

const TRACK = callTo(contract.requests.track);
const field = (page: Page) => page.getByLabel('Tracking ID');
const track = (page: Page) => page.getByRole('button', { name: 'Track Request' }).click();
const REVIEWED = 'Your request is being reviewed by our office.';

/** Pastes this text with the event of a real paste, without the machine's clipboard. */
const paste = (page: Page, text: string) =>
  field(page).evaluate((input, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('Tracking turns the ID into upper case, shows the request and puts the ID into the address', async ({
  page,
  api,
}) => {
  const request = await api.request({ priority: 'Emergency' });
  await page.goto('/track');
  await expect(page.getByText('It looks like REQ-XXXXXXXXX-XXXXX')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await field(page).fill(request.external_id.toLowerCase());
  await expect(field(page)).toHaveValue(request.external_id);
  await track(page);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  const answer = page.getByRole('region', { name: request.title });
  await expect(answer.getByText(request.external_id)).toBeVisible();
  await expect(answer.getByText('Emergency', { exact: true })).toBeVisible();
  await expect(answer.getByText('Submitted')).toBeVisible();
  await expect(answer.getByText('Last updated')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`id=${request.external_id}`));
  await expectNoSidewaysScroll(page);
});

test('The link to the page leads from a tracked request back to the empty page', async ({ page, api }) => {
  const request = await api.request();
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Track', exact: true }).first().click();
  await expect(page.getByText(REVIEWED)).toBeHidden();
  await expect(field(page)).toHaveValue('');
  await page.goBack();
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await expect(field(page)).toHaveValue(request.external_id);
});

test('A double press looks once', async ({ page, api }) => {
  const request = await api.request();
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  let calls = 0;
  await page.route(TRACK, (route) => {
    calls += 1;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Track Request' }).dblclick();
  await expect(page.getByText(REVIEWED)).toBeVisible();
  expect(calls).toBe(1);
});

const explanations = [
  ['pending', 'Pending', REVIEWED],
  ['assigned', 'Assigned', 'A technician has been assigned to your request.'],
  ['in_progress', 'In Progress', 'The work is being performed now.'],
  ['cancelled', 'Cancelled', 'This request has been cancelled.'],
  ['completed', 'Completed', 'The work has been completed.'],
] as const;

test('Tracking explains each status and shows the timeline', async ({ page, api }) => {
  for (const [status, label, text] of explanations) {
    const request = await api.request();
    if (status !== 'pending')
      await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status } });
    await page.goto(`/track?id=${request.external_id}`);
    await expect(page.getByText(text)).toBeVisible();
    const steps = page.getByRole('region', { name: request.title }).getByRole('list').last();
    await expect(steps.getByRole('listitem').last()).toContainText(label);
    await expect(steps.getByRole('listitem')).toHaveCount(status === 'pending' ? 1 : 2);
  }
});

test('A pasted text is searched for the tracking ID', async ({ page, api }) => {
  const { external_id } = await api.request();
  await page.goto('/track');
  // The script listens as soon as it turns letters into capitals.
  await field(page).fill('x');
  await expect(field(page)).toHaveValue('X');
  for (const text of [
    `  ${external_id.toLowerCase()} `,
    `Your request has the tracking ID ${external_id}. Keep it.`,
    `https://halyard.example/track?id=${external_id}`,
    external_id.replaceAll('-', ''),
    external_id.replaceAll('-', ' '),
    external_id.slice(4),
    external_id.slice(4).replaceAll('-', '').toLowerCase(),
  ]) {
    await field(page).fill('');
    await paste(page, text);
    await expect(field(page)).toHaveValue(external_id);
  }
  await track(page);
  await expect(page.getByText(REVIEWED)).toBeVisible();
});

test('A typed ID needs no dashes and no REQ-, and the caret stays in place', async ({ page, api }) => {
  const { external_id } = await api.request();
  for (const typed of [
    external_id.replaceAll('-', ''),
    external_id.slice(4),
    ` ${external_id.slice(4).replace('-', ' ')} `,
  ]) {
    await page.goto('/track');
    await field(page).fill(typed.toLowerCase());
    await track(page);
    await expect(field(page)).toHaveValue(external_id);
    await expect(page.getByText(REVIEWED)).toBeVisible();
  }
  await field(page).fill('REQ-');
  await page.keyboard.press('Home');
  await page.keyboard.type('ab');
  await expect(field(page)).toHaveValue('ABREQ-');
});

test('The tracking page refreshes by itself, shows when, and a refresh does not count as a view', async ({
  page,
  api,
}) => {
  const request = await api.request();
  await page.clock.install({ time: new Date('2026-11-18T15:00:00Z') });
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  const checked = page.getByText(/Last checked at 10:0\d:\d\d\sAM\. This page looks again by itself\./);
  const before = (await checked.textContent()) ?? '';
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
  await page.clock.runFor(31_000);
  await expect(page.getByText('The work is being performed now.')).toBeVisible();
  await expect(checked).not.toHaveText(before);
  // A failed refresh leaves the answer in place, and the next one succeeds.
  await page.route(TRACK, (route) => route.abort());
  await page.clock.runFor(30_000);
  await expect(page.getByText('Right now nobody answers; we keep trying.')).toBeVisible();
  await expect(page.getByText('The work is being performed now.')).toBeVisible();
  await page.unroute(TRACK);
  await page.clock.runFor(30_000);
  await expect(page.getByText('Right now nobody answers; we keep trying.')).toBeHidden();
  // A second view. With it there are two, however often the page has refreshed. Views are written within a second.
  await api.as(null, contract.requests.track, { params: { id: request.external_id } });
  const views = async () => (await api.office(contract.requests.trackingStats, pathOf(request))).stats;
  await expect.poll(async () => (await views()).totalTracks).toBe(2);
});

test('The tracking page refreshes when its tab becomes visible', async ({ page, api }) => {
  const request = await api.request();
  await page.clock.install();
  await page.goto(`/track?id=${request.external_id}`);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'completed' } });
  const again = page.waitForRequest((sent) => sent.url().includes('refresh=1'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await again;
  await expect(page.getByText('The work has been completed.')).toBeVisible();
});

test(
  'Share opens the share sheet of a phone and copies the link on a desktop',
  { tag: '@phone' },
  async ({ page, api, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', { value: async (what: unknown) => void shared.push(what) });
    });
    const request = await api.request();
    await page.goto(`/track?id=${request.external_id}`);
    await page.getByRole('button', { name: 'Share this page' }).click();
    const url = new URL(`/track?id=${request.external_id}`, page.url()).href;
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    if (isOnPhone(info)) {
      await expect.poll(shared).toEqual([{ title: request.title, url }]);
    } else {
      await expect(page.getByText('Link copied to the clipboard.')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
      expect(await shared()).toEqual([]);
    }
  },
);

test('An unknown ID and an invalid one each get their own text', async ({ page }) => {
  await page.goto('/track?id=REQ-AAAAAAAAA-BBBBB');
  await expect(page.getByRole('alert').filter({ hasText: 'No request found with this tracking ID' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No ID at hand?' })).toBeVisible();
  await field(page).fill('nonsense');
  await track(page);
  await expect(page.getByText('Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX')).toBeVisible();
});

test("Tracking shows the server's error text or its own, and the next press tries again", async ({ page, api }) => {
  const { external_id } = await api.request();
  const message = 'Too many requests. Please try again later.';
  await page.route(TRACK, (route) =>
    route.fulfill({ status: 429, json: { error: 'rate_limited', message, request_id: 'x' } }),
  );
  await page.goto(`/track?id=${external_id}`);
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText('There seems to be no connection.')).toBeHidden();
  await page.unroute(TRACK);
  await page.route(TRACK, (route) => route.abort());
  await track(page);
  await expect(page.getByText('Failed to track request', { exact: true })).toBeVisible();
  await expect(page.getByText('There seems to be no connection.')).toBeVisible();
  await page.unroute(TRACK);
  await track(page);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await expect(page.getByText('Failed to track request')).toBeHidden();
});

test('A request that could not be looked up without a connection is looked up when the connection is back', async ({
  page,
  api,
  context,
}) => {
  const { external_id } = await api.request();
  await page.goto('/track');
  await field(page).fill(external_id);
  await expect(field(page)).toHaveValue(external_id);
  await context.setOffline(true);
  await track(page);
  await expect(page.getByText('There seems to be no connection.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await expect(page.getByText('There seems to be no connection.')).toBeHidden();
  // What is shown is looked up again as well, before its next turn.
  await context.setOffline(true);
  const again = page.waitForRequest((sent) => sent.url().includes('refresh=1'));
  await context.setOffline(false);
  await again;
});

test('A link in lower case works: the page says that it is looking until the answer arrives, which prints alone', async ({
  page,
  api,
}) => {
  const { external_id } = await api.request();
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const letThrough = await hold(page, TRACK);
  await page.goto(`/track?id=${external_id.toLowerCase()}`);
  await expect(page.getByText('Looking up your request')).toBeVisible();
  letThrough();
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await expect(page.getByText('Looking up your request')).toBeHidden();
  await expect(field(page)).toHaveValue(external_id);
  await expect(page.getByText('This page looks again by itself.')).toBeVisible();
  const head = page.getByText(new URL('/track', page.url()).href);
  await expect(head).toBeHidden();

  // Black on white.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(REVIEWED)).toBeVisible();
  await expect(page.getByText(REVIEWED)).toHaveCSS('color', 'rgb(0, 0, 0)');
  for (const hidden of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('textbox')]) {
    await expect(hidden).toHaveCount(0);
  }
  await expect(page.getByRole('button')).toHaveCount(0);
  // Paper says whose it is and where, and does not change by itself.
  await expect(page.getByRole('main').getByText('Halyard Lighting & Electric')).toBeVisible();
  await expect(head).toBeVisible();
  await expect(page.getByText(/^Last checked at/)).toBeVisible();
  await expect(page.getByText('This page looks again by itself.')).toBeHidden();
});

test('Input made before the script arrives stays', async ({ page }) => {
  const letThrough = await hold(page, SCRIPTS);
  await page.goto('/track', { waitUntil: 'commit' });
  await field(page).fill('req-early');
  letThrough();
  await expect(field(page)).toHaveValue('REQ-EARLY');
});
