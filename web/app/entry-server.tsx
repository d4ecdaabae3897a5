import { createHash } from 'node:crypto';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Business } from '#contract/business.ts';
import { metaOf } from '#web/lib/page-meta.ts';
import { themeScript } from '#web/lib/theme-script.ts';
import { fillTemplate, headMarkup, type Manifest, preloadMarkup, titleMarkup } from './document.ts';
import { Providers } from './Providers.tsx';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

/** The pages that the server renders; everything under /dashboard gets the empty shell. */
export const publicPaths: readonly string[] = [
  paths.home,
  paths.about,
  paths.services,
  paths.portfolio,
  paths.contact,
  paths.request(),
  paths.track(),
  paths.login(),
  paths.setup,
];

/** For the content security policy: the one inline script that may run. */
export const themeScriptHash = `sha256-${createHash('sha256').update(themeScript).digest('base64')}`;

const ENTRY = 'index.html';

/**
 * Renders the whole document of a public path.
 * @param path an address without query; one that is not ours gives the not-found page with status 404
 */
export async function renderDocument(
  path: string,
  { business, template, manifest }: { business: Business; template: string; manifest: Manifest },
): Promise<{ status: number; body: string }> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'http://site.invalid')));
  if (context instanceof Response) throw new Error(`${path} is no page: it answers ${context.status}`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const app = renderToString(
    <StrictMode>
      <Providers business={business}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Providers>
    </StrictMode>,
  );
  const meta = metaOf(
    context.matches.map(({ route }) => route.handle),
    business,
  );
  const modules = context.matches.map(({ route }) => route.id);
  const head = `${titleMarkup(meta)}\n    ${headMarkup(business)}\n    ${preloadMarkup(manifest, modules, ENTRY)}`;
  const isMissing = modules.includes('features/site/NotFoundPage.tsx');
  return { status: isMissing ? 404 : 200, body: fillTemplate(template, head, app) };
}

/** The document of every dashboard address: an empty root, and the nonce that Mantine's style elements carry. */
export function renderShell({
  business,
  template,
  nonce,
}: {
  business: Business;
  template: string;
  nonce: string;
}): string {
  const head = `${titleMarkup({ title: business.name })}\n    <meta name="robots" content="noindex" />\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${headMarkup(business)}`;
  return fillTemplate(template, head, '');
}
