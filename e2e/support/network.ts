import type { Page, Route } from '@playwright/test';
import type { Endpoint, JsonEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { contract } from './calls.ts';

export const SCRIPTS = '**/assets/*.js';

/**
 * The addresses of a call, with whatever query, for `page.route` and the functions that wait for a call.
 * @param params those that are chosen, as texts of a pattern; the others may be anything
 */
export function callTo({ path }: Endpoint, params: Record<string, string | number> = {}): RegExp {
  const pattern = path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? '[^/?]+'));
  return new RegExp(`/api${pattern}(\\?|$)`);
}

/** Holds back every call to these addresses until the returned function is called. */
export async function hold(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    // Fails when the route was taken away meanwhile, which has let the call through.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Answers a call in the server's place. */
export const answer = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** Answers a call with success in the server's place, as the contract says. */
export const succeed = <E extends JsonEndpoint>(route: Route, endpoint: E, body: ResponseOf<E>) =>
  answer(route, endpoint.status ?? 200, body as object);

/**
 * Ends every stream of live updates before it tells anything, for tests of a page that does not know what others did. In the page
 * itself: a route would lead every file of the page through the test, and switch the browser's cache off.
 */
export const withoutLive = (page: Page) =>
  page.addInitScript((path) => {
    const { fetch } = window;
    window.fetch = async (input, init) =>
      input === path ? new Response('', { headers: { 'content-type': 'text/event-stream' } }) : fetch(input, init);
  }, `/api${contract.live.follow.path}`);

/** Lets a page read what it shows again, as it does when the user comes back to its tab. */
export async function readAgain(page: Page): Promise<void> {
  // What was read a moment ago counts as fresh.
  await page.clock.setFixedTime(Date.now() + 10_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
