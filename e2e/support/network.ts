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

/** Ends every stream of live updates before it tells anything, for tests of a page that does not know what others did. */
export const withoutLive = (page: Page) =>
  page.route('**/api/live', (route) => route.fulfill({ status: 200, contentType: 'text/event-stream', body: '' }));
