import path from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { mountPages } from './pages.ts';

/** The output of `npm run build`, which `npm test` runs first. */
const folder = path.join(import.meta.dirname, '../../dist');

it('The files of the website have one name in the metrics, and a page has its path', async () => {
  const measured = await testApp({}, { METRICS_TOKEN: 'a-token-of-the-operator' });
  const get = (url: string, headers: Record<string, string> = {}) => measured.app.inject({ url, headers });
  await mountPages(measured.app, measured.deps, { folder });
  const [asset = ''] = /\/assets\/[\w.-]+/.exec((await get('/')).body) ?? [];
  expect((await get(asset)).statusCode).toBe(200);
  await get('/favicon.svg');
  await get('/no-such-page');
  const { body } = await get('/metrics', { authorization: 'Bearer a-token-of-the-operator' });
  const counted = [...body.matchAll(/^switchboard_http_requests_total\{(.*)\} (\d+)$/gm)].map(
    ([, labels, n]) => `${labels} ${n}`,
  );
  expect(counted.sort()).toEqual([
    'method="GET",route="(file)",status="200" 2',
    'method="GET",route="(unknown)",status="404" 1',
    'method="GET",route="/",status="200" 1',
  ]);
  await measured.close();
});
