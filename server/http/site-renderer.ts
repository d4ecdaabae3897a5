import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';
import type { Business } from '#contract/business.ts';

/** What one version of the site is rendered from, besides the built website. `origin` is the public URL without a slash at its end. */
export type SiteContext = { business: Business; version: number; origin: string };

export type RenderedDocument = { path: string; status: number; type: string; body: string };

/** The rendered website (web/app/entry-server.tsx). */
export type RenderedSite = {
  documents: RenderedDocument[];
  missing: RenderedDocument;
  /** The share pictures of pages: path and headline. */
  cards: { path: string; headline: string }[];
  /** The document of every dashboard path, before and after its nonce. */
  shell: { before: string; after: string };
  headScriptHash: string;
};

/** Renders the website for one version of the settings. */
export type SiteRenderer = (context: SiteContext) => Promise<RenderedSite>;

/**
 * Renders the website in processes that end afterwards: React's server half and the router would stay in the memory of the
 * server, and calls would wait while it renders. The process for the first rendering starts at once, and is ready when the
 * database is.
 * @param folder the build's output, with web/ and ssr/
 */
export function openSiteRenderer(folder: string): SiteRenderer {
  const start = () => {
    const renderer = fork(path.join(folder, 'ssr/entry-server.js'), {
      execArgv: [],
      // React's development build, which it uses without this, renders several times slower.
      env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: module.getCompileCacheDir() },
      serialization: 'advanced',
    });
    return { renderer, ended: once(renderer, 'exit') };
  };
  let started: ReturnType<typeof start> | undefined = start();
  return async (context) => {
    const { renderer, ended } = started ?? start();
    started = undefined;
    const [template, manifest = ''] = await Promise.all(
      ['index.html', '.vite/manifest.json'].map((file) => readFile(path.join(folder, 'web', file), 'utf8')),
    );
    const message = once(renderer, 'message');
    const failed = ended.then(([code]) => {
      throw new Error(`the website could not be rendered: the renderer ended with ${code}`);
    });
    // A process that has ended already is told by `failed`.
    renderer.send({ ...context, template, manifest: JSON.parse(manifest) }, () => undefined);
    const [rendered] = (await Promise.race([message, failed])) as [RenderedSite];
    return rendered;
  };
}
