import { createHash, randomUUID } from 'node:crypto';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Business } from '#contract/business.ts';
import { paths } from '#contract/words/paths.ts';
import { shownBusiness } from '#web/domain/reach/shown-business.ts';
import type { ShownBusiness } from '#web/lib/business.tsx';
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
import { Providers } from './Providers.tsx';
import { rootOf, SITE_ROUTE, siteRoutes } from './routes.tsx';
import { ShellContent } from './screens/LoadingScreen.tsx';
import { type SiteFile, siteFiles } from './site-files.ts';
import { structuredData } from './structured-data.ts';

/** What the site is rendered from. `origin` is the public URL without a slash at its end; `version` is the settings'. */
type Context = { business: ShownBusiness; version: number; origin: string; template: string; manifest: Manifest };

/** The response of one path. */
type SiteDocument = SiteFile & { status: number };

const ENTRY = 'index.html';
const MISSING = '/not-found';
const HTML = 'text/html; charset=utf-8';

/** The paths of the pages that the server renders. Everything under /dashboard gets the empty shell. */
const publicPaths: readonly string[] = (siteRoutes.find(({ id }) => id === SITE_ROUTE)?.children ?? []).flatMap(
  ({ path, index }) => (index ? [paths.home] : path && path !== '*' ? [path] : []),
);

/** The hash of the only inline script, for the content security policy. */
const headScriptHash = `sha256-${createHash('sha256').update(headScript).digest('base64')}`;

/** The page's title without the business's name, which the picture shows elsewhere. */
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

type RenderedSite = {
  /** The response of every path. */
  documents: SiteDocument[];
  /** The response of all other paths. */
  missing: SiteDocument;
  /** The preview pictures of shared pages: path and headline. */
  cards: { path: string; headline: string }[];
  /** The document of every dashboard path, before and after its nonce. */
  shell: { before: string; after: string };
  headScriptHash: string;
};

/** Renders the document of the dashboards: the loading screen, and the place of the nonce for Mantine's style elements. */
function renderShell({ business, template }: Context): RenderedSite['shell'] {
  const nonce = randomUUID();
  const meta = titleMarkup({ title: business.name, description: '', isIndexed: false });
  const head = `${meta}\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${headMarkup(business)}`;
  const [before = '', after = ''] = fillTemplate(template, head, renderToString(<ShellContent />)).split(nonce);
  return { before, after };
}

/** Renders the whole website for one version of the settings. */
async function renderSite(context: Context): Promise<RenderedSite> {
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
    shell: renderShell(context),
    headScriptHash,
  };
}

// The server runs this module as a process of its own, which renders once and ends (server/http/site-renderer.ts).
process.once('message', async (context: Context & { business: Business }) => {
  const site = await renderSite({ ...context, business: shownBusiness(context.business) });
  process.send?.(site, () => process.disconnect());
});
