import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/words/paths.ts';
import { dashboardRoutes } from './dashboard-routes.tsx';
import type { Manifest } from './document.ts';
import { SITE_ROUTE, siteRoutes } from './routes.tsx';

/** The budgets of a public page until it is interactive, in kB (1000 bytes) with brotli. Pages with a form may be larger. */
const PAGE = { js: 100, css: 10 };
const FORM_PAGE = { js: 135, css: 15 };
const formPages: string[] = [
  paths.contact,
  paths.request(),
  paths.track(),
  paths.login(),
  paths.setup,
  paths.forgotPassword,
  paths.resetPassword,
];
const ENTRY = 'index.html';
const MANTINE = '--mantine-';
/** A property of every schema. */
const ZOD = '._zod.';

const built = path.join(import.meta.dirname, '../../dist/web');
const publicPages = (siteRoutes.find(({ id }) => id === SITE_ROUTE)?.children ?? []).map(({ id, path: to }) => ({
  id: id ?? '',
  path: to ?? paths.home,
  budget: formPages.includes(to ?? '') ? FORM_PAGE : PAGE,
}));

let manifest: Manifest = {};
beforeAll(() => {
  const file = path.join(built, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The website is not built: run `npm run build` first');
  manifest = JSON.parse(readFileSync(file, 'utf8'));
});

const DASHBOARDS = 'app/dashboard-routes.tsx';

/** The files that the modules import; also those that they import later, when `later`. The dashboards are another document. */
function filesOf(modules: readonly string[], { later = false } = {}): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest: build the website anew`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
    if (later) for (const imported of chunk.dynamicImports ?? []) if (imported !== DASHBOARDS) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...files];
}

const read = (file: string) => readFileSync(path.join(built, file));
const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(read(file)).length;
  sizes.set(file, size);
  return size;
}
const kilobytes = (files: readonly string[], ending: string) =>
  files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

describe('the built public pages', () => {
  it('are all in the route table', () => {
    expect(publicPages.map((page) => page.path)).toEqual(
      expect.arrayContaining([paths.home, paths.about, paths.services, paths.portfolio, ...formPages]),
    );
  });

  it.each(publicPages)('$path keeps its budget', ({ id, budget }) => {
    const files = filesOf([ENTRY, SITE_ROUTE, id]);
    expect(kilobytes(files, '.js')).toBeLessThanOrEqual(budget.js);
    expect(kilobytes(files, '.css')).toBeLessThanOrEqual(budget.css);
  });

  it('load nothing of Mantine, nor later', () => {
    const found = filesOf([ENTRY, SITE_ROUTE], { later: true }).filter((file) => read(file).includes(MANTINE));
    expect(found).toEqual([]);
  });

  // Each form loads its checks with the first focus.
  it.each(publicPages)('$path starts without the schemas', ({ id }) => {
    expect(filesOf([ENTRY, SITE_ROUTE, id]).filter((file) => read(file).includes(ZOD))).toEqual([]);
  });

  it('the schema check recognises the schemas', () => {
    const files = filesOf(['features/auth/setup/setup-checks.ts']);
    expect(files.some((file) => read(file).includes(ZOD))).toBe(true);
  });

  it('the Mantine check recognises a page that carries Mantine', () => {
    const files = filesOf([ENTRY, 'app/DashboardLayout.tsx']);
    expect(files.some((file) => read(file).includes(MANTINE))).toBe(true);
  });
});

const [layout] = dashboardRoutes;
const screens = (layout?.children ?? []).map(({ id }) => id ?? '');

describe('the dashboards', () => {
  // Each file is a call of its own, and most browsers make six at a time.
  it.each(screens)('%s needs at most 45 files', (id) => {
    expect(filesOf([ENTRY, DASHBOARDS, layout?.id ?? '', id]).length).toBeLessThanOrEqual(45);
  });

  it('have no chunks that import each other', () => {
    const open: string[] = [];
    const done = new Set<string>();
    const cycles: string[][] = [];
    const visit = (key: string) => {
      if (open.includes(key)) cycles.push([...open.slice(open.indexOf(key)), key]);
      if (open.includes(key) || done.has(key)) return;
      open.push(key);
      for (const imported of manifest[key]?.imports ?? []) visit(imported);
      open.pop();
      done.add(key);
    };
    for (const key of Object.keys(manifest)) visit(key);
    expect(cycles).toEqual([]);
  });
});

describe('the charts', () => {
  /** A class that the library of the charts gives its drawings. */
  const CHARTS = 'recharts-surface';
  const withCharts = ['features/reports/analytics/AnalyticsPage.tsx', 'features/reports/report/ReportsPage.tsx'];

  it('are loaded only by the screens that show them', () => {
    const found = screens.filter((id) =>
      filesOf([ENTRY, layout?.id ?? '', id]).some((file) => read(file).includes(CHARTS)),
    );
    expect(found).toEqual(withCharts);
  });
});
