import type { Business } from '#contract/business.ts';

/** What a page says of itself in the document's head and in search results. */
export type PageMeta = { title: string; description?: string };
/** Exported by a page as `handle`, beside its Component. */
export type PageHandle = { meta: (business: Business) => PageMeta };

/** The meta of the innermost matched page that has one. */
export function metaOf(handles: readonly unknown[], business: Business): PageMeta {
  const isPage = (handle: unknown): handle is PageHandle =>
    typeof handle === 'object' && handle !== null && 'meta' in handle;
  return handles.findLast(isPage)?.meta(business) ?? { title: business.name };
}
