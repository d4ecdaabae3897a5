import { createHash } from 'node:crypto';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '#contract/settings.ts';
import { sampleBusiness } from '../sample-business.ts';
import { as } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { mountPages } from './pages.ts';

/** The output of `npm run build`, which `npm test` runs first. */
const folder = path.join(import.meta.dirname, '../../dist');
const ORIGIN = 'https://lamps.example';
const pages = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/contact',
  '/request',
  '/track',
  '/login',
  '/privacy',
  '/accessibility',
];

let a: TestApp;
let b: TestApp;
beforeAll(async () => {
  a = await testApp({}, { PUBLIC_URL: ORIGIN });
  b = await testApp({}, { PUBLIC_URL: ORIGIN }, { join: a });
  for (const { app, deps } of [a, b]) await mountPages(app, deps, { folder });
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const get = (url: string, headers: Record<string, string> = {}, test = a) =>
  test.app.inject({ method: 'GET', url, headers });
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const titleOf = (html: string) => attribute(html, /<title>(.*?)<\/title>/);
const descriptionOf = (html: string) => attribute(html, /<meta name="description" content="(.*?)"/);

describe('a public page', () => {
  it.each(pages)('%s has its title, its canonical address, its share picture and the business', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(titleOf(body)).toContain('Halyard Lighting &amp; Electric');
    expect(descriptionOf(body)?.length).toBeGreaterThan(49);
    expect(descriptionOf(body)?.length).toBeLessThan(171);
    expect(attribute(body, /<link rel="canonical" href="(.*?)"/)).toBe(`${ORIGIN}${url}`);
    expect(body).not.toContain('noindex');
    const data = JSON.parse(attribute(body, /<script type="application\/ld\+json">(.*?)<\/script>/) ?? '');
    expect(data['@graph'][0]).toMatchObject({ '@type': 'Electrician', name: 'Halyard Lighting & Electric' });
    const card = attribute(body, /<meta property="og:image" content="(.*?)"/) ?? '';
    expect(card.startsWith(`${ORIGIN}/og/`)).toBe(true);
    const picture = await get(card.slice(ORIGIN.length));
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    // The heights of the name, the headline and the white phone number at the foot of the picture.
    for (const top of [70, 250, 510]) {
      const { channels } = await sharp(picture.rawPayload).extract({ left: 72, top, width: 680, height: 110 }).stats();
      expect(channels[0]?.max).toBeGreaterThan(200);
    }
  });

  it('has a title and a description that no other page has', async () => {
    const bodies = await Promise.all(pages.map(async (url) => (await get(url)).body));
    expect(new Set(bodies.map(titleOf)).size).toBe(pages.length);
    expect(new Set(bodies.map(descriptionOf)).size).toBe(pages.length);
  });

  it('runs only scripts of this site and the inline script that its policy names', async () => {
    const { headers, body } = await get('/');
    const inline = [...body.matchAll(/<script>(.*?)<\/script>/g)].map((match) => match[1] ?? '');
    expect(inline).toHaveLength(1);
    const hash = `sha256-${createHash('sha256')
      .update(inline[0] ?? '')
      .digest('base64')}`;
    expect(headers['content-security-policy']).toContain(`script-src 'self' '${hash}';`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/ style="| on[a-z]+="/);
  });

  it('has the same content in each encoding that a visitor accepts', async () => {
    const plain = await get('/about', { 'accept-encoding': 'identity' });
    const br = await get('/about', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/about', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  });

  it('is not sent again to a visitor who has it, even through a proxy that weakens the ETag', async () => {
    const { headers } = await get('/');
    const etag = String(headers.etag);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get('/', { 'if-none-match': held });
      expect([again.statusCode, again.body, again.headers['content-security-policy']]).toEqual([
        304,
        '',
        headers['content-security-policy'],
      ]);
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

it('an unknown address answers 404 with noindex', async () => {
  const { statusCode, body } = await get('/no-such-page', { 'if-none-match': '*' });
  expect(statusCode).toBe(404);
  expect(body).toContain('<meta name="robots" content="noindex" />');
  expect(body).not.toContain('rel="canonical"');
});

it('an address with capitals or a trailing slash redirects to its page, and to no other site', async () => {
  for (const [typed, meant] of [
    ['/About', '/about'],
    ['/about/', '/about'],
    ['/Track/?id=REQ-A', '/track?id=REQ-A'],
    ['/dashboard/', '/dashboard'],
    ['/dashboard/admin/?search=a/&page=2', '/dashboard/admin?search=a/&page=2'],
    ['/dashboard//evil.example//', '/dashboard//evil.example'],
  ]) {
    const { statusCode, headers } = await get(typed ?? '');
    expect([statusCode, headers.location]).toEqual([308, meant]);
  }
  for (const other of ['/nope/', '/about/us/', '/%2fevil.example/about']) {
    expect((await get(other)).statusCode).toBe(404);
  }
});

describe('files for programs:', () => {
  it('robots.txt excludes the dashboards and names the sitemap', async () => {
    const { body } = await get('/robots.txt');
    expect(body).toContain('Disallow: /dashboard\n');
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  it('the sitemap lists the public pages, and no page for staff', async () => {
    const { headers, body } = await get('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    const listed = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
    expect(listed.sort()).toEqual(
      pages
        .filter((url) => url !== '/login')
        .map((url) => `${ORIGIN}${url}`)
        .sort(),
    );
  });

  it('the manifest makes the site installable, and its icons have the sizes it declares', async () => {
    const { headers, body } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json');
    const { name, start_url, display, icons } = JSON.parse(body);
    expect({ name, start_url, display }).toEqual({
      name: 'Halyard Lighting & Electric',
      start_url: '/',
      display: 'standalone',
    });
    for (const { src, sizes, type } of icons) {
      const icon = await get(src);
      expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type]);
      if (type !== 'image/png') continue;
      const { width, height } = await sharp(icon.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

describe('an asset', () => {
  it('is cached for a year, and is sent as the build compressed it', async () => {
    const src = attribute((await get('/')).body, /id="scripts">\["(\/assets\/.*?\.js)"/) ?? '';
    const plain = await get(src);
    const br = await get(src, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(src, { 'accept-encoding': 'gzip' });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': plain.headers['content-type'] });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await get(`${src}.br`)).statusCode).toBe(404);
  });
});

describe('the headers', () => {
  const SECURITY = [
    'content-security-policy',
    'x-frame-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'x-content-type-options',
  ];
  const NEEDED =
    /^(content-(type|length|encoding)|accept-ranges|cache-control|etag|last-modified|vary|x-content-type-options|cross-origin-resource-policy|date|connection)$/;
  const assetsOf = async (url: string) => {
    const { body } = await get(url);
    const linked = [...body.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|woff2|svg|png))"/g)].map(
      (match) => match[1] ?? '',
    );
    const named: string[] = JSON.parse(attribute(body, /id="scripts">(.*?)<\/script>/) ?? '[]');
    return [...new Set([...linked, ...named])];
  };

  it('of every asset are exactly those it needs', async () => {
    const assets = await assetsOf('/request');
    for (const ending of ['.js', '.css', '.woff2', '.svg', '.png']) {
      expect(assets.some((src) => src.endsWith(ending))).toBe(true);
    }
    for (const src of assets) {
      const { statusCode, headers } = await get(src, { 'accept-encoding': 'br' });
      expect(statusCode).toBe(200);
      expect(Object.keys(headers).filter((name) => !NEEDED.test(name))).toEqual([]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['cache-control']).toContain('public, max-age=');
      const again = await get(src, { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });
      expect(again.statusCode).toBe(304);
      expect(Object.keys(again.headers).filter((name) => !NEEDED.test(name))).toEqual([]);
    }
  });

  it('of documents and of missing assets are the full set of security headers', async () => {
    for (const url of ['/', '/request', '/no-such-page', '/assets/no-such.js', '/dashboard/admin', '/robots.txt']) {
      const { headers } = await get(url);
      expect(SECURITY.filter((name) => !(name in headers))).toEqual([]);
    }
  });
});

it('The privacy page leads to the licenses of what the website is made of', async () => {
  const { body } = await get('/privacy');
  const notices = attribute(body, /href="([^"]*notices[^"]*)"/) ?? '';
  const { statusCode, headers, body: text } = await get(notices);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; charset=utf-8/);
  for (const name of ['react', 'zod', '@mantine/core']) expect(text).toContain(`## ${name} - `);
  expect(text).toContain('SIL OPEN FONT LICENSE');
});

describe('the document of a dashboard', () => {
  it('says that it loads before any script has arrived, and starts its script at once', async () => {
    const { body } = await get('/dashboard/admin');
    expect(body).toContain('Loading...');
    expect(body).toContain('The dashboards need JavaScript.');
    expect(body).toMatch(/<script type="module"[^>]* src="\/assets\//);
    expect(body).not.toContain('id="scripts"');
  });

  it('differs from the public pages, which name their scripts without loading them', async () => {
    for (const url of pages) {
      const { body } = await get(url);
      expect(body).not.toMatch(/<link rel="modulepreload"|<script[^>]* src=/);
      expect(body).toContain('id="scripts"');
    }
  });
});

describe('a change of the settings', () => {
  it('is on every page of this instance at once, and on the pages of another instance after its message', async () => {
    const admin = await as(a, 'admin');
    const heard = new Promise<void>((resolve) => {
      // Listeners are called in order, so this one is called after the pages have been rendered.
      b.deps.settings.onChange(async () => resolve());
    });
    const before = await get('/');
    const shared = (html: string) => attribute(html, /<meta property="og:image" content="(.*?)"/);
    const card = await get('/og/about.png');
    const name = 'Lumen </script> & "Sons"';
    await admin.call(settings.update, { body: { ...sampleBusiness, name } });

    const after = await get('/');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await get('/', { 'if-none-match': String(before.headers.etag) })).statusCode).toBe(200);
    for (const url of pages)
      expect(titleOf((await get(url)).body)).toContain('Lumen &lt;/script&gt; &amp; &quot;Sons&quot;');
    expect(JSON.parse(attribute(after.body, /id="business">(.*?)<\/script>/) ?? '').name).toBe(name);
    expect((await get('/og/about.png')).headers.etag).not.toBe(card.headers.etag);
    // The new picture has a new address, so that no site keeps showing the old picture.
    expect(shared(after.body)).not.toBe(shared(before.body));
    expect(JSON.parse((await get('/manifest.webmanifest')).body).name).toBe(name);
    expect((await get('/dashboard/admin')).body).toContain('Lumen &lt;/script&gt;');

    await heard;
    expect((await get('/', {}, b)).body).toBe(after.body);
  });
});
