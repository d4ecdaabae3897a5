import type { Business } from '#contract/business.ts';

/** A page's title and description for the document's head and search results. */
export type PageMeta = {
  title: string;
  description: string;
  /** The line on the page's preview picture. Default: the title without the business's name. */
  headline?: string;
  /** False asks search engines not to list the page. */
  isIndexed?: false;
};
/** Exported by a page as `handle`, beside its Component. */
export type PageHandle = { meta: (business: Business) => PageMeta };

/** The meta of the innermost matched page that has one; null for the dashboards, whose screens set their own titles. */
export function metaOf(handles: readonly unknown[], business: Business): PageMeta | null {
  const isPage = (handle: unknown): handle is PageHandle =>
    typeof handle === 'object' && handle !== null && 'meta' in handle;
  return handles.findLast(isPage)?.meta(business) ?? null;
}
