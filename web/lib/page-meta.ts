import type { Business } from '#contract/business.ts';

/** What a page says of itself in the document's head and in search results. */
export type PageMeta = {
  title: string;
  description: string;
  /** The line on the picture that goes along when the page is shared; the title without the name when left out. */
  headline?: string;
  /** False keeps search engines away. */
  isIndexed?: false;
};
/** Exported by a page as `handle`, beside its Component. */
export type PageHandle = { meta: (business: Business) => PageMeta };

/** The meta of the innermost matched page that has one; null for the dashboards, whose screens say it themselves. */
export function metaOf(handles: readonly unknown[], business: Business): PageMeta | null {
  const isPage = (handle: unknown): handle is PageHandle =>
    typeof handle === 'object' && handle !== null && 'meta' in handle;
  return handles.findLast(isPage)?.meta(business) ?? null;
}
