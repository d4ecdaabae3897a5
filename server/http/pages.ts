import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Business } from '#contract/business.ts';

/** What the built website offers (web/app/entry-server.tsx): the only thing the server knows of it. */
type Site = {
  publicPaths: readonly string[];
  themeScriptHash: string;
  renderDocument(
    path: string,
    context: { business: Business; template: string; manifest: unknown },
  ): Promise<{ status: number; body: string }>;
  renderShell(context: { business: Business; template: string; nonce: string }): string;
};

type Page = { status: number; html: Buffer; brotli: Buffer; gzip: Buffer; etag: string };

const compressors = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

/** Scripts are our own files and the one theme script; nothing inline, nothing foreign, nothing framed (threats T16). */
function policy(themeScriptHash: string, styles: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' '${themeScriptHash}'`,
    `style-src 'self'${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

async function toPage({ status, body }: { status: number; body: string }): Promise<Page> {
  const html = Buffer.from(body);
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { status, html, brotli: await compressors.brotli(html), gzip: await compressors.gzip(html), etag };
}

function sendPage(page: Page, csp: string, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': csp,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.etag,
  });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.code(page.status).header('content-encoding', 'br').send(page.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.code(page.status).header('content-encoding', 'gzip').send(page.gzip);
  return reply.code(page.status).send(page.html);
}

/**
 * Serves the website: the public pages rendered once and kept in memory, everything under /dashboard from a shell with a
 * nonce of its own, hashed assets for ever.
 * @param options.folder the build's output, with web/ and ssr/
 */
export async function mountPages(app: FastifyInstance, options: { business: Business; folder: string }): Promise<void> {
  const { business, folder } = options;
  const web = path.join(folder, 'web');
  const site = (await import(pathToFileURL(path.join(folder, 'ssr/entry-server.js')).href)) as Site;
  const template = await readFile(path.join(web, 'index.html'), 'utf8');
  const manifest: unknown = JSON.parse(await readFile(path.join(web, '.vite/manifest.json'), 'utf8'));
  const render = async (url: string) => toPage(await site.renderDocument(url, { business, template, manifest }));
  const publicPolicy = policy(site.themeScriptHash, '');

  await app.register(fastifyStatic, {
    root: web,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**'],
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(web, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  for (const url of site.publicPaths) {
    const page = await render(url);
    app.get(url, (request, reply) => sendPage(page, publicPolicy, request, reply));
  }

  const shell = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(18).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(site.themeScriptHash, ` 'nonce-${nonce}'`),
        'cache-control': 'no-store',
      })
      .send(site.renderShell({ business, template, nonce }));
  };
  app.get('/dashboard', shell);
  app.get('/dashboard/*', shell);

  const missing = await render('/not-found');
  app.setNotFoundHandler((request, reply) => sendPage(missing, publicPolicy, request, reply));
}
