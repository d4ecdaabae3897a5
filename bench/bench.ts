import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from './audit.ts';
import { measureBackup } from './backup.ts';
import { type FilledFolder, forgetMails, prepareFolder, signIn } from './filled-folder.ts';
import { measureExpensive, measureFloods } from './floods.ts';
import { measureInstall, measureMemory, measureStarts } from './footprint.ts';
import { measureInstances } from './instances.ts';
import { measureLive } from './live.ts';
import { type Answering, type Load, type Measured, measure, medianOf } from './measure.ts';
import { measurePrinting } from './printing.ts';
import { type RunningSite, startSite } from './site.ts';
import { lineOf, type Pair, type Results, report } from './table.ts';
import { mixedLoad, type Site, type Work, works } from './works.ts';

/**
 * `npm run bench [-- --quick] [-- --only name,...]`: measures the product over HTTP against ceilings in the same run
 * (docs/BENCHMARKS.md). A whole run writes its tables there; others print them only.
 * BENCH_FOLDERS names a folder for the filled data folders, so that the next run need not fill them.
 */
const PLANS = {
  whole: { sizes: [100_000, 1_000_000], connections: [10, 50], rounds: 5, seconds: 1, warmUp: 3 },
  quick: { sizes: [20_000, 100_000], connections: [10], rounds: 1, seconds: 1, warmUp: 1 },
} as const;
const PARTS = {
  whole: {
    changes: 100,
    events: 100_000,
    flood: 8,
    expensive: 10,
    files: 2_000,
    prints: 200,
    memory: { load: 60, quiet: 30 },
  },
  quick: {
    changes: 30,
    events: 20_000,
    flood: 2,
    expensive: 2,
    files: 200,
    prints: 15,
    memory: { load: 5, quiet: 10 },
  },
};
const PORTS = { small: 5750, large: 5752, live: 5754, start: 5756, instances: 5758, floods: 5760, expensive: 5762 };
const root = path.join(import.meta.dirname, '..');
const document = path.join(root, 'docs', 'BENCHMARKS.md');
const ON_FOLDER = ['audit', 'floods', 'expensive', 'instances', 'backup', 'print', 'memory', 'start'];
const OTHER_PARTS = [...ON_FOLDER, 'live', 'size'];

const { quick, only } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } }).values;
const how = quick ? 'quick' : 'whole';
const plan = PLANS[how];
const [small, large] = plan.sizes;
const names = [...works.map(({ name }) => name), ...OTHER_PARTS];
const chosen = only?.split(',') ?? names;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length) throw new Error(`--only knows ${names.join(', ')}, and not ${unknown.join(', ')}`);
const isChosen = (name: string) => chosen.includes(name);
const say = (line: string) => console.error(line);

const folderOf = (requests: number) =>
  prepareFolder(process.env.BENCH_FOLDERS && path.join(process.env.BENCH_FOLDERS, String(requests)), requests);

type Measuring = { site: Site; running: RunningSite };
async function measuringOn(folder: FilledFolder, running: RunningSite): Promise<Measuring> {
  const { password, requests } = folder;
  const token = await signIn(running.origin, password);
  return { site: { origin: running.origin, bare: running.bare, token, password, requests }, running };
}

/** Measures a call and its ceiling on both histories, in turn, so that all have the same share of a machine's moods. */
async function compare(work: Work, on: { small: Measuring; large: Measuring }, connections: number) {
  const subjects: { load: Load; by: Answering; rounds: Measured[] }[] = [on.small, on.large].flatMap(
    ({ site, running }) => [
      { load: work.ours(site), by: running.product, rounds: [] },
      { load: work.bare(site), by: running.ceilings, rounds: [] },
    ],
  );
  for (const { load, by } of subjects) await measure(load, by, { connections, seconds: plan.warmUp });
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { load, by, rounds } of subjects)
      rounds.push(await measure(load, by, { connections, seconds: plan.seconds }));
  }
  const [ours, bare, oursLarge, bareLarge] = subjects.map(({ rounds }) => medianOf(rounds));
  if (!ours || !bare || !oursLarge || !bareLarge) throw new Error('a measurement is missing');
  const [onSmall, onLarge]: [Pair, Pair] = [
    { ours, bare },
    { ours: oursLarge, bare: bareLarge },
  ];
  return { work, connections, small: onSmall, large: onLarge };
}

const failed: string[] = [];
/** Measures a chosen part. A failure is told, and the other parts go on. */
async function part(name: string, measurePart: () => Promise<void>): Promise<void> {
  if (!isChosen(name)) return;
  try {
    await measurePart();
  } catch (error) {
    failed.push(name);
    console.error(`${name} failed:`, error);
  }
}

/** What is measured on filled folders. */
async function onHistories(results: Results): Promise<void> {
  const calls = works.filter(({ name }) => isChosen(name));
  if (!calls.length && !ON_FOLDER.some(isChosen)) return;
  await using folder = await folderOf(large);
  if (calls.length || isChosen('audit')) {
    await using opened = new AsyncDisposableStack();
    const smallFolder = opened.use(await folderOf(small));
    const on = {
      small: await measuringOn(smallFolder, opened.use(await startSite(smallFolder.dataDir, PORTS.small))),
      large: await measuringOn(folder, opened.use(await startSite(folder.dataDir, PORTS.large))),
    };
    for (const work of calls) {
      await part(work.name, async () => {
        for (const connections of work.connections ? [work.connections] : plan.connections) {
          const row = await compare(work, on, connections);
          results.rows.push(row);
          say(lineOf(row));
        }
      });
    }
    await part('audit', async () => {
      results.audit = await measureAudit(on.large.running, PARTS[how].events, plan.rounds);
    });
  }
  await part('floods', async () => {
    results.floods = await measureFloods(folder, PORTS.floods, PARTS[how].flood);
  });
  await part('expensive', async () => {
    results.expensive = await measureExpensive(folder, PORTS.expensive, PARTS[how].expensive);
  });
  await part('instances', async () => {
    results.scaling = await measureInstances(folder, PORTS.instances, plan);
  });
  await part('backup', async () => {
    results.backup = await measureBackup(folder, PARTS[how].files, PORTS.large);
  });
  // The calls that create have left mails.
  await forgetMails(folder.dataDir);
  await part('print', async () => {
    await using running = await startSite(folder.dataDir, PORTS.large);
    const { site } = await measuringOn(folder, running);
    results.printing = await measurePrinting({ ...site, product: running.product }, PARTS[how].prints);
  });
  await part('memory', async () => {
    await using running = await startSite(folder.dataDir, PORTS.large);
    const { site } = await measuringOn(folder, running);
    results.memory = await measureMemory(running, mixedLoad(site), PARTS[how].memory);
  });
  await part('start', async () => {
    results.starts = await measureStarts(folder.dataDir, PORTS.start);
  });
}

async function run(): Promise<Results> {
  const results: Results = { sizes: { small, large }, rows: [] };
  await onHistories(results);
  await part('live', async () => {
    results.live = await measureLive(PARTS[how].changes, PORTS.live);
  });
  await part('size', async () => {
    results.install = measureInstall();
  });
  return results;
}

/** The machine, how busy it is, and the commit, without which a figure says nothing. */
function circumstances(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain') ? ', with changes' : '';
  const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${git('rev-parse', '--short', 'HEAD')}${changed}: ${machine}, ` +
    `${process.platform} ${release()}, Node ${process.versions.node}, load before the run ${loadavg()[0]?.toFixed(1)}.`
  );
}

const where = circumstances();
const started = performance.now();
const results = await run();
const minutes = Math.ceil((performance.now() - started) / 60_000);
const text = `${where} The run took ${minutes} minutes.\n\n${report(results)}`;
console.log(text);
if (failed.length) {
  console.error(`Not written, because these failed: ${failed.join(', ')}`);
  process.exitCode = 1;
} else if (!quick && !only) {
  const before = readFileSync(document, 'utf8');
  writeFileSync(
    document,
    before.replace(/(<!-- results -->\n)[\s\S]*?(<!-- \/results -->)/, (_, from, to) => `${from}${text}\n${to}`),
  );
}
