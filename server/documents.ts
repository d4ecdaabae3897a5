import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Business } from '#contract/business.ts';
import { drawPng } from './lib/png.ts';

/** The exports of the built `documents/`. They are built because Node runs no JSX. */
type Renderers = { renderShareCard(headline: string, business: Business): Promise<string> };

/** Renders documents that are no pages of the site. */
export type Documents = {
  /** The picture that other sites show beside a shared link, as a PNG of 1200 x 630 pixels. */
  shareCard(headline: string, business: Business): Promise<Buffer>;
};

/** @param folder the folder of `documents.js`, which is loaded with the first document */
export function openDocuments(folder: string): Documents {
  let loaded: Promise<Renderers> | undefined;
  const load = (): Promise<Renderers> => {
    loaded ??= import(pathToFileURL(path.join(folder, 'documents.js')).href);
    return loaded;
  };
  return {
    async shareCard(headline, business) {
      const { renderShareCard } = await load();
      return drawPng(await renderShareCard(headline, business));
    },
  };
}
