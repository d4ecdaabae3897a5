import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page, request as playwrightRequest } from '@playwright/test';
import type { Role } from '#contract/words/roles.ts';

export { expect } from '@playwright/test';

export const PASSWORD = 'correct-horse-9';
let counter = 0;
/** A word no other test of this run uses. */
export const unique = (word: string) => {
  counter += 1;
  return `${word}${process.pid}x${Date.now().toString(36)}x${counter}`;
};

export type Person = { id: number; name: string; email: string; token: string };

type Api = {
  /** Calls the API as the office's first admin. */
  office<T>(method: string, path: string, data?: object): Promise<T>;
  /** Makes a member of staff and signs them in. */
  person(role: Role, name?: string): Promise<Person>;
  /** Submits a request as a customer would; answers row id and tracking ID. */
  request(fields?: object): Promise<{ id: number; external_id: string; title: string }>;
};

async function signIn(
  baseURL: string,
  email: string,
  password: string,
): Promise<{ token: string; user: { id: number } }> {
  const context = await playwrightRequest.newContext({ baseURL });
  const response = await context.post('/api/auth/login', { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
  const answer = (await response.json()) as { token: string; user: { id: number } };
  await context.dispose();
  return answer;
}

/** Errors of the page itself, and everything the content security policy refused. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  return problems;
}

export const test = base.extend<{ api: Api; allowConsole: RegExp | null; quietPage: undefined }>({
  /** Console errors a test expects, such as the browser's own line about an answer with 401. */
  allowConsole: [null, { option: true }],

  quietPage: [
    async ({ page, allowConsole }, use) => {
      const problems = watch(page);
      await use(undefined);
      const unexpected = problems.filter((problem) => !allowConsole?.test(problem));
      expect(unexpected, 'no console error, no page error, no CSP report').toEqual([]);
    },
    { auto: true },
  ],

  api: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error('no baseURL');
    const { token } = await signIn(baseURL, process.env.E2E_ADMIN_EMAIL ?? '', process.env.E2E_ADMIN_PASSWORD ?? '');
    const context = await playwrightRequest.newContext({
      baseURL,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const office: Api['office'] = async (method, path, data) => {
      const response = await context.fetch(`/api${path}`, { method, ...(data ? { data } : {}) });
      expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
      return response.json();
    };
    await use({
      office,
      async person(role, name = unique(role)) {
        const email = `${unique(role)}@example.com`;
        const body = { name, email, password: PASSWORD, role };
        const { user } = await office<{ user: { id: number } }>('POST', '/users', body);
        const signedIn = await signIn(baseURL, email, PASSWORD);
        return { id: user.id, name, email, token: signedIn.token };
      },
      async request(fields = {}) {
        const body = { ...customer(), ...fields };
        const { request } = await office<{ request: { external_id: string } }>('POST', '/requests/create', body);
        const { requests } = await office<{ requests: { id: number }[] }>(
          'GET',
          `/requests?search=${request.external_id}`,
        );
        const [row] = requests;
        if (!row) throw new Error('the request is not in the list');
        return { id: row.id, external_id: request.external_id, title: body.title };
      },
    });
    await context.dispose();
  },
});

export const customer = () => ({
  customerName: 'Dana Whitfield',
  customerEmail: `${unique('dana')}@whitfield.example`,
  customerPhone: '(407) 555-0111',
  customerAddress: '88 Sample Street, Orlando, FL 32801',
  title: unique('Dark parking lot '),
  description: 'Four of nine poles have been out since Friday.',
  priority: 'medium',
});

/** Opens a path with this person's session, as if they had signed in before. */
export async function openAs(page: Page, person: { token: string }, path: string): Promise<void> {
  // Only before the first document: what the product removes later must stay removed.
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('signed_in_as') === token) return;
    sessionStorage.setItem('signed_in_as', token);
    localStorage.setItem('auth_token', token);
  }, person.token);
  await page.goto(path);
}

/** Zero axe violations in the light and in the dark theme, as the page stands now. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = await page.locator('html').getAttribute('data-theme');
  for (const theme of ['light', 'dark']) {
    await page.evaluate(async (value) => {
      localStorage.setItem('theme', value);
      document.documentElement.setAttribute('data-theme', value);
      // Colors on their way from one theme to the other are in neither.
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }, theme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(found).toEqual([]);
  }
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    document.documentElement.setAttribute('data-theme', value);
  }, before ?? 'light');
}

/** No sideways scrolling: the page fits the screen it is on. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
