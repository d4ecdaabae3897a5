/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the dashboards of this browser openable without a network: the page without data, and the scripts, styles and fonts
 * that it has loaded. Everything else, all of the API included, goes to the network as without this worker.
 */
const CACHE = 'dashboard';
const SHELL = '/dashboard';
/** Several builds of what a technician loads. The oldest files go first. */
const FILES_MAX = 300;
/** In milliseconds: how long a page may take on a line that is barely there before the kept one is shown. */
const PATIENCE = 3_000;

const isFile = (url: URL) => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** The network's answer, kept for later. */
async function fetchAndKeep(request: RequestInfo, key: RequestInfo): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status === 200 && !answer.redirected) {
    const copy = answer.clone();
    // A full disk must not cost the page.
    await caches
      .open(CACHE)
      .then((cache) => cache.put(key, copy))
      .catch(() => undefined);
  }
  return answer;
}

/** The newest page; the kept one when the network fails or takes too long. */
async function page(request: Request): Promise<Response> {
  const fresh = fetchAndKeep(request, SHELL);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, PATIENCE, 'late'));
  const first = await Promise.race([fresh, late]).catch(() => 'failed' as const);
  if (first instanceof Response) return first;
  return (await caches.match(SHELL)) ?? fresh;
}

/** The address of a file has the hash of its content, so that a kept file is never out of date. */
const file = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetchAndKeep(request, request);

async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const files = (await cache.keys()).filter(({ url }) => isFile(new URL(url)));
  await Promise.all(files.slice(0, -FILES_MAX).map((old) => cache.delete(old)));
}

/** Keeps the files that a page has loaded before this worker began to serve it. */
async function keepLoaded(urls: readonly string[]): Promise<void> {
  const files = urls.filter((url) => isFile(new URL(url)));
  await Promise.allSettled([
    fetchAndKeep(SHELL, SHELL),
    ...files.map(async (url) => (await caches.match(url)) ?? fetchAndKeep(url, url)),
  ]);
  await forgetOldFiles();
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isFile(new URL(request.url))) event.respondWith(file(request));
});
self.addEventListener('message', (event) => {
  const urls: unknown[] = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(keepLoaded(urls.filter((url) => typeof url === 'string')));
});
