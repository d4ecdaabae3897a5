import type { Page, Route } from '@playwright/test';

export const SCRIPTS = '**/assets/*.js';

/** Holds back every call to these addresses until the returned function is called. */
export async function hold(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Answers a call in the server's place. */
export const answer = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
