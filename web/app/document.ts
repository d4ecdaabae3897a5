import type { Business } from '#contract/business.ts';
import { themeScript } from '#web/lib/theme-script.ts';

/** The part of Vite's manifest that is read: which file a module became, and what it needs. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** JSON that is safe inside a script element: no `<` can end it. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What every document's head carries: the theme before the first paint, and the business's details. */
export const headMarkup = (business: Business): string =>
  `<script>${themeScript}</script>\n    <script type="application/json" id="business">${json(business)}</script>`;

/** Title and description of a page as markup. */
export const titleMarkup = (meta: { title: string; description?: string | undefined }): string =>
  [
    `<title>${escapeText(meta.title)}</title>`,
    meta.description ? `<meta name="description" content="${escapeText(meta.description)}" />` : '',
  ].join('');

/** Stylesheets (blocking, in order) and scripts (low priority) of the given modules and all they import. */
export function preloadMarkup(manifest: Manifest, modules: readonly string[], entry: string): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const file of chunk.css ?? []) styles.add(file);
    scripts.add(chunk.file);
  };
  visit(entry);
  // The template already names the entry's own files.
  scripts.clear();
  styles.clear();
  for (const module of modules) visit(module);
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('');
}

/** Fills the built template's two places. */
export const fillTemplate = (template: string, head: string, app: string): string =>
  template.replace('<!--head-->', () => head).replace('<!--app-->', () => app);
