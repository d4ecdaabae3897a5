import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/words/paths.ts';
import type { Deps } from '../deps.ts';
import { type PreparedAnswer, prepareAnswer, sendPrepared } from './prepared-answer.ts';
import {
  openSiteRenderer,
  type RenderedDocument,
  type RenderedSite,
  type SiteContext,
  type SiteRenderer,
} from './site-renderer.ts';

/** The public site for one version of the settings. */
type Edition = {
  version: number;
  documents: Map<string, PreparedAnswer>;
  missing: PreparedAnswer;
  shell: RenderedSite['shell'];
  headScriptHash: string;
  /** The share pictures by name. Each is drawn at its first request, because most are never requested. */
  cards: Map<string, () => Promise<PreparedAnswer>>;
};

/** Allows scripts of this site and the inline script of the head. Forbids every other origin and frames (threats T16). */
function policy(headScriptHash: string, styles: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' '${headScriptHash}'`,
    `style-src 'self'${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/**
 * The headers of a script, stylesheet, font or picture: its type, its caching, and its protection against sniffing and other
 * sites. Policies are for documents only: on the fifteen files of a page they would add 12 kB.
 */
const ASSET_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
  'vary',
  'connection',
  'x-content-type-options',
  'cross-origin-resource-policy',
]);

function keepOnly(names: ReadonlySet<string>, reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (!names.has(name)) reply.removeHeader(name);
  }
}

function withoutSlashAtEnd(pathname: string): string {
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

/** Runs the function at the first call and keeps its result. After a failure the next call runs it again. */
function atFirstCall<T>(run: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= run().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

/** For the pictures of shared links, which other sites load. */
const CARD_HEADERS = { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' };

async function publish(render: SiteRenderer, context: SiteContext, { shareCard }: Deps['documents']): Promise<Edition> {
  const { documents, missing, cards, shell, headScriptHash } = await render(context);
  const headers = { 'content-security-policy': policy(headScriptHash, '') };
  const toPrepared = ({ status, type, body }: RenderedDocument) => prepareAnswer(status, type, body, headers);
  const entries = documents.map(async (document) => [document.path, await toPrepared(document)] as const);
  const draw = async (headline: string) =>
    prepareAnswer(200, 'image/png', await shareCard(headline, context.business), CARD_HEADERS);
  return {
    version: context.version,
    documents: new Map(await Promise.all(entries)),
    missing: await toPrepared(missing),
    shell,
    headScriptHash,
    cards: new Map(cards.map(({ path: at, headline }) => [at, atFirstCall(() => draw(headline))])),
  };
}

/** Serves the scripts, stylesheets, fonts and pictures of the built website. */
async function mountFiles(app: FastifyInstance, web: string): Promise<void> {
  await app.register(async (files) => {
    // One name in the metrics for all of them: those of assets change with every build.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, measuredAs: '(file)' };
    });
    files.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode < 400) keepOnly(ASSET_HEADERS, reply);
    });
    await files.register(fastifyStatic, {
      root: web,
      wildcard: false,
      globIgnore: ['index.html', '.vite/**', '**/*.{br,gz}'],
      preCompressed: true,
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(path.join(web, 'assets'));
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  });
}

/**
 * Serves the website: the public pages rendered once for each version of the settings and kept in memory, everything under
 * /dashboard from a shell with a nonce of its own, and hashed assets, which browsers keep for a year.
 * @param options.folder the build's output, with web/ and ssr/
 * @param options.render a renderer that has started already
 */
export async function mountPages(
  app: FastifyInstance,
  { settings, config, documents }: Pick<Deps, 'settings' | 'config' | 'documents'>,
  { folder, render = openSiteRenderer(folder) }: { folder: string; render?: SiteRenderer },
): Promise<void> {
  const publishNow = () => {
    const { business, version } = settings;
    return publish(render, { business, version, origin: config.publicUrl }, documents);
  };
  const [first] = await Promise.all([publishNow(), mountFiles(app, path.join(folder, 'web'))]);
  let edition = first;
  const replace = async () => {
    edition = await publishNow();
  };
  settings.onChange(replace);
  // The settings may have changed while the first edition was rendered.
  if (edition.version !== settings.version) await replace();
  for (const at of edition.documents.keys()) {
    app.get(at, (request, reply) => sendPrepared(edition.documents.get(at) ?? edition.missing, request, reply));
  }
  for (const at of edition.cards.keys()) {
    app.get(at, async (request, reply) => {
      const card = await edition.cards.get(at)?.();
      return sendPrepared(card ?? edition.missing, request, reply);
    });
  }

  const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '', ...query] = request.url.split('?');
    const meant = withoutSlashAtEnd(pathname);
    // The navigation marks the screen whose address this is. Every one begins with the dashboards' own path.
    if (meant !== pathname) return reply.redirect([meant, ...query].join('?'), 308);
    const nonce = randomBytes(18).toString('base64');
    const { shell, headScriptHash } = edition;
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(headScriptHash, ` 'nonce-${nonce}'`),
        'cache-control': 'no-store',
      })
      .send(`${shell.before}${nonce}${shell.after}`);
  };
  app.get(paths.dashboard, sendShell);
  app.get(`${paths.dashboard}/*`, sendShell);

  app.setNotFoundHandler((request, reply) => {
    const [pathname = '', ...query] = request.url.split('?');
    // For capitals or a trailing slash. The redirect leads to a known page only, never to an address that the visitor gives.
    const meant = withoutSlashAtEnd(pathname.toLowerCase());
    if (meant !== pathname && edition.documents.has(meant)) return reply.redirect([meant, ...query].join('?'), 308);
    return sendPrepared(edition.missing, request, reply);
  });
}
