import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { hold, SCRIPTS } from '../support/network.ts';

/** Waits until the page responds: its first effect has run. */
const started = (page: Page) => expect.poll(() => page.evaluate(() => window.earlyPress)).toBeNull();

const forms = {
  '/request': { label: 'Title', button: 'Submit Request' },
  '/contact': { label: 'Name', button: 'Send Message' },
  '/login': { label: 'Email', button: 'Sign In' },
  '/track': { label: 'Tracking ID', button: 'Track Request' },
};

test('Typing while the script of a form arrives loses no letter', async ({ page }) => {
  for (const [path, { label, button }] of Object.entries(forms)) {
    const letThrough = await hold(page, SCRIPTS);
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByLabel(label, { exact: true });
    const text = 'TYPED WITHOUT A PAUSE WHILE THE PAGE STARTS';
    await field.pressSequentially(text.slice(0, 12));
    letThrough();
    await field.pressSequentially(text.slice(12), { delay: 15 });
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
    await started(page);
    await expect(field).toHaveValue(text);
    await field.press('End');
    await field.pressSequentially('!');
    await expect(field).toHaveValue(`${text}!`);
    await page.unroute(SCRIPTS);
  }
});

test('A page loads no script while the browser is busy, and loads it at the first action of the reader', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.push(request.url());
  });
  // A browser that is never idle.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto('/services');
  expect(asked).toEqual([]);
  await page.keyboard.press('Tab');
  await started(page);
});

for (const [path, content] of [
  ['/dashboard/admin', /^Welcome, /],
  ['/track', 'Track Request'],
] as const) {
  test(`${path}: a script that arrives before the end of its document waits for it`, async ({ page, api }) => {
    if (path !== '/track') await openAs(page, await api.staff('admin'), '/login');
    // A blocking script holds the parser before the content, as a slow network does.
    const { promise: released, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route('**/held.js', async (route) => {
      await released;
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<body>', '<body><script src="/held.js"></script>');
      await route.fulfill({ response, body });
    });
    const arrived = page.waitForResponse(/assets\/(dashboard-routes|TrackPage)-.*\.js/);
    await page.goto(path, { waitUntil: 'commit' });
    // The scripts of the head have run when the parser reaches this one. No key is heard before that.
    await page.locator('script[src="/held.js"]').waitFor({ state: 'attached' });
    // A public page loads its script at the first action of the reader.
    await page.keyboard.press('Tab');
    await (await arrived).finished();
    letThrough();
    await expect(page.getByText(content).first()).toBeVisible();
    await started(page);
  });
}

test('A button pressed before the script arrives takes effect', { tag: '@phone' }, async ({ page }, info) => {
  const letThrough = await hold(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  if (isOnPhone(info)) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  letThrough();
  if (isOnPhone(info)) {
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Track' })).toBeVisible();
  } else {
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
});

test('A button pressed while the page hydrates takes effect once', async ({ page }) => {
  // Presses the button between the call of hydrateRoot, which adds the listeners, and the first slice of its work.
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof add>) {
      add.apply(this, given);
      if (!(this instanceof HTMLElement) || this.id !== 'root') return;
      EventTarget.prototype.addEventListener = add;
      queueMicrotask(() =>
        document
          .querySelector<HTMLElement>('[aria-label="Switch to dark theme"]')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
      );
    };
  });
  await page.goto('/about');
  await started(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
});

test('A menu opened as soon as the page responds stays open', { tag: '@phone-only' }, async ({ page }) => {
  // Presses the button when the page responds and its effects have not run: the layout effect of Root sets the scrolling.
  await page.addInitScript(() => {
    Object.defineProperty(History.prototype, 'scrollRestoration', {
      set() {
        Reflect.deleteProperty(History.prototype, 'scrollRestoration');
        const button = document.querySelector('[aria-label="Open menu"]');
        button?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      },
      configurable: true,
    });
  });
  await page.goto('/about');
  await started(page);
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
});

test.describe('A link to the open page', () => {
  test('shows the page from its top, whose script has started by itself without an action', async ({ page }) => {
    for (const [at, label] of [
      ['/about', 'About'],
      ['/portfolio?kind=power', 'Portfolio'],
      ['/request?service=led-retrofits', 'Request Service'],
    ] as const) {
      await page.goto(at);
      await started(page);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: label }).click();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    }
  });

  test('leaves the page where it is when it is a filter of the page', async ({ page }) => {
    await page.goto('/portfolio');
    await started(page);
    const choice = page.getByRole('group', { name: 'Kind of work' }).getByRole('button', { name: 'LED conversions' });
    await page.evaluate(() => window.scrollTo(0, 60));
    await choice.click();
    await expect(page).toHaveURL(/kind=/);
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
    expect(await page.evaluate(() => window.scrollY)).toBe(60);
  });
});

test.describe('A form whose script does not arrive', () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });
  const missing = 'This page has not loaded completely, so the form does not work yet.';
  test('says so and can be loaded again', async ({ page }) => {
    const scripts = '**/assets/index-*.js';
    for (const { at, hasOffice } of [
      { at: '/request', hasOffice: true },
      { at: '/track', hasOffice: true },
      { at: '/contact', hasOffice: true },
      { at: '/login', hasOffice: false },
    ]) {
      await page.route(scripts, (route) => route.abort());
      await page.goto(at);
      const main = page.getByRole('main');
      await expect(main.getByRole('alert')).toContainText(missing);
      await expect(main.getByText('needs JavaScript')).toBeHidden();
      const field = main.getByRole('textbox').first();
      await field.fill('What was typed');
      const call = main.getByText(/^You reach the office by phone/).getByRole('link', { name: '(407) 555-0142' });
      await expect(call).toHaveCount(hasOffice ? 1 : 0);
      await expectNoSidewaysScroll(page);
      await page.unroute(scripts);
      await main.getByRole('link', { name: 'Reload Page' }).click();
      await started(page);
      await expect(main.getByText(missing)).toHaveCount(0);
      await expect(field).toBeEditable();
    }
  });

  test('/reset-password keeps the token of its link when it is loaded again', async ({ page }) => {
    const scripts = '**/assets/index-*.js';
    await page.route(scripts, (route) => route.abort());
    await page.goto('/reset-password#token=of-the-mail');
    const reload = page.getByRole('link', { name: 'Reload Page' });
    await expect(reload).toBeVisible();
    await page.unroute(scripts);
    // The page, once it works, takes the token out of its address: only the event itself shows what was loaded.
    const loaded = page.waitForEvent('framenavigated', (frame) => /#token=of-the-mail$/.test(frame.url()));
    await reload.click();
    await loaded;
  });

  test('A form that works does not say so when another script of the page is missing', async ({ page }) => {
    await page.route('**/of-an-extension.js', (route) => route.abort());
    await page.goto('/contact');
    await page.addScriptTag({ url: '/of-an-extension.js' }).catch(() => undefined);
    await expect(page.locator('html[data-failed]')).toBeAttached();
    await started(page);
    await expect(page.getByText(missing)).toHaveCount(0);
  });
});

test.describe('The document of a dashboard', () => {
  test('says Loading... before any script has arrived', async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    await page.goto('/dashboard/admin', { waitUntil: 'commit' });
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect(page.getByText('The dashboards need JavaScript.')).toBeHidden();
  });

  test('says that the connection is slow while a script hangs', async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    await page.goto('/dashboard/admin', { waitUntil: 'commit' });
    const slow = page.getByText('Slow connection. Still loading…');
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(slow).toBeHidden();
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
    });
    await expect(slow).toBeVisible();
  });

  test.describe('whose script does not arrive', () => {
    test.use({ allowConsole: /net::ERR_FAILED|Failed to fetch dynamically imported module/ });
    // The first script of the document, and one that it loads.
    test('says so and can be loaded again', async ({ page, api }) => {
      for (const name of ['index', 'dashboard-routes']) {
        const scripts = `**/assets/${name}-*.js`;
        await page.route(scripts, (route) => route.abort());
        await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
        await expect(page.getByRole('heading', { name: 'Oops! Something went wrong.' })).toBeVisible();
        await expect(page.getByText('Loading...')).toBeHidden();
        await page.unroute(scripts);
        await page.getByRole('link', { name: 'Reload Page' }).click();
        await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
      }
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('says that it needs JavaScript', async ({ page }) => {
      await page.goto('/dashboard/technician');
      await expect(page.getByText('The dashboards need JavaScript.')).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
      await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
    });
  });
});
