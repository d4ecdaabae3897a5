import type { Business } from '#contract/business.ts';
import type { PageMeta } from '#web/lib/page-meta.ts';
import { themeScript } from '#web/lib/theme/theme-script.ts';
import { SCRIPTS_ID, startScript } from './start-script.ts';

/** The part of Vite's manifest that is read: a module's output file, its styles and its imports. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for markup, between tags or in a quoted attribute. */
export const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Serialises to JSON that is safe inside a script element: it contains no `<`. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The only inline script. The content security policy allows exactly this text by its hash. */
export const headScript = `${themeScript};${startScript}`;

/** The head of every document: sets the theme before the first paint, and carries the business's details. */
export const headMarkup = (business: Business): string =>
  `<script>${headScript}</script>\n    <script type="application/json" id="business">${json(business)}</script>`;

const tag = (attribute: 'name' | 'property', key: string, content: string | undefined) =>
  content ? `<meta ${attribute}="${key}" content="${escapeText(content)}" />` : '';

/** The head's title, description and robots tag: what does not depend on the page's address. */
export const titleMarkup = (meta: PageMeta): string =>
  [
    `<title>${escapeText(meta.title)}</title>`,
    tag('name', 'description', meta.description),
    meta.isIndexed === false ? tag('name', 'robots', 'noindex') : '',
  ].join('');

/**
 * The head's tags for search engines and link previews, for pages that may be found.
 * @param page.url the canonical URL
 * @param page.card the URL of the preview picture, 1200 x 630
 * @param page.data the JSON-LD
 */
export const shareMarkup = (
  meta: PageMeta,
  page: { siteName: string; url: string; card: string; data: object },
): string =>
  [
    `<link rel="canonical" href="${escapeText(page.url)}" />`,
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', page.siteName),
    tag('property', 'og:title', meta.title),
    tag('property', 'og:description', meta.description),
    tag('property', 'og:url', page.url),
    tag('property', 'og:image', page.card),
    tag('property', 'og:image:width', '1200'),
    tag('property', 'og:image:height', '630'),
    tag('property', 'og:image:alt', meta.title),
    tag('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${json(page.data)}</script>`,
  ].join('');

/** Collects the files of modules and of all their imports, imports first. */
function filesOf(manifest: Manifest, modules: readonly string[]): { styles: Set<string>; scripts: Set<string> } {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const file of chunk.css ?? []) styles.add(file);
    scripts.add(chunk.file);
  };
  for (const module of modules) visit(module);
  return { styles, scripts };
}

/**
 * Links a public page's stylesheets, blocking and in order, without the entry's, which are in the template. Lists the
 * page's scripts for the start script.
 */
export function pageMarkup(manifest: Manifest, modules: readonly string[], entry: string): string {
  const first = manifest[entry]?.file;
  if (!first) throw new Error(`${entry} is not in the manifest`);
  const known = filesOf(manifest, [entry]).styles;
  const { styles } = filesOf(manifest, modules);
  const { scripts } = filesOf(manifest, [entry, ...modules]);
  scripts.delete(first);
  return [
    ...[...styles]
      .filter((file) => !known.has(file))
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    `<script type="application/json" id="${SCRIPTS_ID}">${json([first, ...scripts].map((file) => `/${file}`))}</script>`,
  ].join('');
}

/** Removes scripts and preloads from the built template, because a public page starts its scripts later. */
export const withoutScripts = (template: string): string =>
  template.replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '');

/** Puts head and app markup into the built template. */
export const fillTemplate = (template: string, head: string, app: string): string =>
  template.replace('<!--head-->', () => head).replace('<!--app-->', () => app);
