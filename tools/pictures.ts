import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { paths } from '#contract/words/paths.ts';
import { ensureBrowser } from './browser.mjs';
import { buildIfNeeded, needNode24 } from './lib-run.mjs';
import { CHROMIUM_ARGS, startProduct } from './running-product.ts';

/**
 * `npm run pictures [folder]`: takes WebP pictures of every public page with the demo's data, light and dark, on a phone and
 * on a desktop, and the pictures of the README, three of them of people who are signed in. The time is always Monday morning,
 * so that pictures change only with pages.
 */
const MONDAY_MORNING = new Date('2026-11-23T15:00:00Z');
const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
const themes = ['light', 'dark'] as const;
/** The pictures in the README: the first screen of these pages, on a desktop. */
const SHOWN = ['home-light', 'home-dark', 'request-light', 'track-light'];
const PASSWORD = 'lamps-and-ladders';

type Listed = { id: number; external_id: string; status: string };

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

async function signIn(origin: string, name: 'admin' | 'technician'): Promise<string> {
  const { token } = await call<{ token: string }>(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@demo.example`, password: PASSWORD }),
  });
  return token;
}

/** A request in progress that this list has, so that its page has content. */
async function underWay(list: string, token: string): Promise<Listed> {
  const { requests } = await call<{ requests: Listed[] }>(list, { headers: { authorization: `Bearer ${token}` } });
  const request = requests.find(({ status }) => status === 'in_progress');
  if (!request) throw new Error('the demo has no request under way');
  return request;
}

async function openPage(
  browser: Browser,
  url: string,
  look: { device: keyof typeof devices; theme: string; token?: string },
) {
  const context = await browser.newContext({
    ...devices[look.device],
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(MONDAY_MORNING);
  await page.addInitScript(({ theme, token }) => {
    localStorage.setItem('theme', theme);
    if (token) localStorage.setItem('auth_token', token);
  }, look);
  // Who is signed in has a connection for live updates, which never ends.
  await page.goto(url, { waitUntil: look.token ? 'load' : 'networkidle' });
  // Runs in the page and waits until the fonts are loaded.
  await page.evaluate('document.fonts.ready.then(() => true)');
  return page;
}

const toWebp = async (page: Page, file: string) =>
  sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);

/** Takes a picture of the whole page on a screen of its height, so that fixed elements are at the page's edges. */
async function keep(page: Page, file: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height });
  await toWebp(page, file);
}

needNode24();
await buildIfNeeded();
const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../docs/pictures/site'));
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(path.join(tmpdir(), 'switchboard-pictures-'));
const product = await startProduct('demo', { PORT: process.env.PORT || '5091', DEMO_DATA_DIR: data });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_ARGS });
try {
  const { origin } = product;
  const admin = await signIn(origin, 'admin');
  const technician = await signIn(origin, 'technician');
  const request = await underWay(`${origin}/api/requests?status=in_progress&limit=1`, admin);
  const work = await underWay(`${origin}/api/requests/assigned/me`, technician);
  const pages = {
    home: '/',
    about: '/about',
    services: '/services',
    portfolio: '/portfolio',
    contact: '/contact',
    request: '/request?service=parking-lot-lighting',
    track: paths.track(request.external_id),
    login: '/login',
    privacy: '/privacy',
    accessibility: '/accessibility',
    'not-found': '/no-such-page',
  };
  for (const [name, at] of Object.entries(pages)) {
    for (const device of ['phone', 'desktop'] as const) {
      for (const theme of themes) {
        const page = await openPage(browser, origin + at, { device, theme });
        if (device === 'desktop' && SHOWN.includes(`${name}-${theme}`)) {
          await toWebp(page, path.join(folder, `${name}-${theme}-first-screen.webp`));
        }
        await keep(page, path.join(folder, `${name}-${theme}-${device}.webp`));
        await page.context().close();
      }
    }
    console.log(name);
  }
  const signedIn = {
    'admin-dashboard': ['desktop', paths.adminDashboard(), admin, request],
    'request-detail': ['desktop', paths.adminDashboard({ requestId: request.id }), admin, request],
    'work-order': ['phone', paths.technicianDashboard({ requestId: work.id }), technician, work],
  } as const;
  for (const [name, [device, at, token, shown]] of Object.entries(signedIn)) {
    const page = await openPage(browser, origin + at, { device, theme: 'light', token });
    const screen = at.includes('requestId') ? page.getByRole('dialog') : page.locator('main');
    await screen.getByText(shown.external_id).first().waitFor();
    await toWebp(page, path.join(folder, `${name}-light-first-screen.webp`));
    await page.context().close();
    console.log(name);
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(data, { recursive: true, force: true });
}
