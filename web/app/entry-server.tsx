import { createHash } from 'node:crypto';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Business } from '#contract/business.ts';
import { paths } from '#contract/words/paths.ts';
import { metaOf, type PageMeta } from '#web/lib/page-meta.ts';
import {
  fillTemplate,
  headMarkup,
  headScript,
  type Manifest,
  pageMarkup,
  shareMarkup,
  titleMarkup,
  withoutScripts,
} from './document.ts';
import { ShellWaiting } from './LoadingScreen.tsx';
import { Providers } from './Providers.tsx';
import { rootOf, SITE_ROUTE, siteRoutes } from './routes.tsx';
import { type SiteFile, siteFiles } from './site-files.ts';
import { structuredData } from './structured-data.ts';

/** What the site is made from: the owner's settings and their version, the address it is reached at (no slash at its end), the build. */
type Context = { business: Business; version: number; origin: string; template: string; manifest: Manifest };

/** One address of the site, ready to be sent. */
type SiteDocument = SiteFile & { status: number };

const ENTRY = 'index.html';
const MISSING = '/not-found';
const HTML = 'text/html; charset=utf-8';

/** The pages that the server renders; everything under /dashboard gets the empty shell. */
const publicPaths: readonly string[] = (siteRoutes.find(({ id }) => id === SITE_ROUTE)?.children ?? []).flatMap(
  ({ path, index }) => (index ? [paths.home] : path && path !== '*' ? [path] : []),
);

/** For the content security policy: the one inline script that may run. */
export const headScriptHash = `sha256-${createHash('sha256').update(headScript).digest('base64')}`;

/** A title says the business's name last; the picture has it anyway. */
const headlineOf = ({ headline, title }: PageMeta) => headline ?? title.replace(/ - .*$/s, '');
const cardOf = (path: string) => `/og/${path === '/' ? 'home' : path.slice(1)}.png`;

async function renderPage(path: string, context: Context): Promise<{ meta: PageMeta; document: SiteDocument }> {
  const { business, version, origin, template, manifest } = context;
  const handler = createStaticHandler(rootOf(siteRoutes));
  const answer = await handler.query(new Request(new URL(path, 'http://site.invalid')));
  if (answer instanceof Response) throw new Error(`${path} is no page: it answers ${answer.status}`);
  const router = createStaticRouter(handler.dataRoutes, answer);
  const app = renderToString(
    <StrictMode>
      <Providers business={business}>
        <StaticRouterProvider router={router} context={answer} hydrate={false} />
      </Providers>
    </StrictMode>,
  );
  const meta = metaOf(
    answer.matches.map(({ route }) => route.handle),
    business,
  );
  if (!meta) throw new Error(`${path} says nothing of itself: its page exports no handle with meta`);
  const isFound = path !== MISSING;
  const url = `${origin}${path}`;
  const share = { siteName: business.name, url, card: `${origin}${cardOf(path)}?v=${version}` };
  const head = [
    titleMarkup({ ...meta, ...(!isFound && { isIndexed: false }) }),
    isFound && meta.isIndexed !== false
      ? shareMarkup(meta, { ...share, data: structuredData(business, origin, { path, meta }) })
      : '',
    headMarkup(business),
    pageMarkup(
      manifest,
      answer.matches.map(({ route }) => route.id),
      ENTRY,
    ),
  ].join('\n    ');
  const body = fillTemplate(withoutScripts(template), head, app);
  return { meta, document: { path, type: HTML, status: isFound ? 200 : 404, body } };
}

type Site = {
  /** Every address with what it answers. */
  documents: SiteDocument[];
  /** What all other addresses answer. */
  missing: SiteDocument;
  /** The pictures that go along with shared pages: their addresses, and the line on each. */
  cards: { path: string; headline: string }[];
};

/** Renders the whole public site for one version of the settings. */
export async function renderSite(context: Context): Promise<Site> {
  const pages = await Promise.all(publicPaths.map((path) => renderPage(path, context)));
  const listed = pages.flatMap(({ meta, document }) =>
    meta.isIndexed === false || document.path === paths.login() ? [] : [document.path],
  );
  const files = siteFiles(context.business, context.origin, listed).map((file) => ({ ...file, status: 200 }));
  const missing = await renderPage(MISSING, context);
  return {
    documents: [...pages.map(({ document }) => document), ...files],
    missing: missing.document,
    cards: pages.map(({ meta, document }) => ({ path: cardOf(document.path), headline: headlineOf(meta) })),
  };
}

export { renderCard } from './card.tsx';

/** The document of every dashboard address: a root that says to wait, and the nonce that Mantine's style elements carry. */
export function renderShell({
  business,
  template,
  nonce,
}: {
  business: Business;
  template: string;
  nonce: string;
}): string {
  const meta = titleMarkup({ title: business.name, description: '', isIndexed: false });
  const head = `${meta}\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${headMarkup(business)}`;
  return fillTemplate(template, head, renderToString(<ShellWaiting />));
}
