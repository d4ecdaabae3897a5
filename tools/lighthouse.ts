import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { buildIfNeeded, needNode24 } from './lib-run.mjs';
import { CHROMIUM_ARGS, startProduct } from './running-product.ts';

/**
 * `npm run lighthouse [path ...]`: measures every public page of the built product on a simulated phone, and prints the
 * median of five runs as a table. Ends with 1 when a page misses the target. Lighthouse is downloaded at its first use,
 * because it is larger than all packages of the product together.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
/** The most attempts per page. Lighthouse sometimes cannot record a page ("Please run Lighthouse again"). */
const ATTEMPTS = 3;
const TARGETS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** The most that a page may block the phone's main thread while it loads, in ms. */
const MOST_TBT = 80;
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;
type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string; numericValue?: number }>;
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The public pages: those of the sitemap, and the one page that the sitemap leaves out. */
async function listPages(origin: string): Promise<string[]> {
  const sitemap = await fetch(`${origin}/sitemap.xml`).then((answer) => answer.text());
  return [...[...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname), '/login'];
}

function measure(url: string, file: string, browser: string): Report {
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${['--headless=new', ...CHROMIUM_ARGS].join(' ')}`,
  ];
  const command = ['exec', '--yes', '--loglevel=error', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { status } = spawnSync('npm', command, {
      cwd: tmpdir(),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: browser },
    });
    if (status === 0) return JSON.parse(readFileSync(file, 'utf8')) as Report;
    console.error(`${url}: Lighthouse could not measure (attempt ${attempt} of ${ATTEMPTS})`);
  }
  throw new Error(`Lighthouse failed on ${url}`);
}

/** The findings, apart from speed, that keep a page from a full score. */
const faults = ({ audits, categories }: Report): string[] =>
  Object.entries(TARGETS).some(([name, target]) => target === 100 && (categories[name]?.score ?? 0) < 1)
    ? Object.values(audits)
        .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
        .map(({ title }) => title)
    : [];

needNode24();
await buildIfNeeded();
const browser = ensureBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lighthouse-'));
const product = await startProduct('start', {
  PORT: process.env.PORT || '5090',
  DATA_DIR: path.join(folder, 'data'),
});
let misses = 0;
try {
  const pages = process.argv.length > 2 ? process.argv.slice(2) : await listPages(product.origin);
  const names = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
  console.log(`| page | ${names.join(' | ')} | ${Object.keys(METRICS).join(' | ')} |`);
  console.log(`| --- | ${[...names, ...Object.keys(METRICS)].map(() => '---:').join(' | ')} |`);
  for (const page of pages) {
    const reports = Array.from({ length: RUNS }, () =>
      measure(product.origin + page, path.join(folder, 'report.json'), browser),
    );
    const scores = names.map((name) => median(reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100)));
    const figures = Object.values(METRICS).map((audit) =>
      median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)),
    );
    const [blocked = 0, shift = 0] = figures.slice(2);
    const isGood = shift === 0 && blocked <= MOST_TBT && names.every((name, i) => (scores[i] ?? 0) >= TARGETS[name]);
    if (!isGood) misses += 1;
    const shown = figures.slice(0, 3).map((ms) => `${Math.round(ms)} ms`);
    console.log(`| ${page} | ${scores.map(Math.round).join(' | ')} | ${shown.join(' | ')} | ${shift} |`);
    for (const fault of new Set(reports.flatMap(faults))) console.log(`  ${page}: ${fault}`);
  }
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(misses ? `${misses} pages miss the target` : 'Every page meets the target');
process.exit(misses ? 1 : 0);
