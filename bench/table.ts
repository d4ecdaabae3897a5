import type { AuditVerify } from './audit.ts';
import { type BackupMeasured, WRITERS } from './backup.ts';
import {
  CALLERS,
  EXPENSIVE_HEAD,
  type Expensive,
  expensiveCells,
  FLOOD_HEAD,
  type Flood,
  floodCells,
} from './floods.ts';
import { LOADED_BY, type Memory, type Starts } from './footprint.ts';
import { CONNECTIONS, type Scaling } from './instances.ts';
import { BROWSERS, type FanOut } from './live.ts';
import { type Measured, whole } from './measure.ts';
import { PHOTOS, type Printing } from './printing.ts';
import type { Work } from './works.ts';

/** A call on both histories, with its ceiling. */
export type Row = { work: Work; connections: number; small: Pair; large: Pair };
export type Pair = { ours: Measured; bare: Measured };

/** All that a run has measured; what was left out is missing. */
export type Results = {
  sizes: { small: number; large: number };
  rows: Row[];
  live?: { ours: FanOut; bare: FanOut };
  audit?: AuditVerify;
  floods?: Flood[];
  expensive?: Expensive[];
  scaling?: Scaling[];
  backup?: BackupMeasured;
  printing?: Printing;
  memory?: Memory;
  starts?: Starts;
  install?: [what: string, megabytes: number][];
};

const GROWTH_TARGET = 80;
const MEMORY_TARGETS = { idle: 130, most: 250 };
const START_TARGET_MS = 2_000;
/** The most that others may wait beside the most expensive calls, p99 in ms. */
const BESIDE_TARGETS = { health: 100, list: 300 };
const PRINT_TARGETS = { ms: 1_000, megabytes: 5, growth: 50 };
/** The table in which calls with a number of connections of their own stand. */
const TARGET_CONNECTIONS = 10;

const percent = (share: number) => `${whole(share)} %`;
const ratioOf = ({ ours, bare }: Pair) => (100 * ours.rate) / bare.rate;
const growthOf = ({ small, large }: Row) => (100 * large.ours.rate) / small.ours.rate;

/** A Markdown table, the first column to the left and the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, nth) => (nth ? '---:' : '---'))), ...rows.map(line)].join('\n');
}

const head = ['requests/s', 'p50 ms', 'p99 ms', 'node CPU ms', 'PostgreSQL CPU ms', 'ceiling, requests/s'];
const cells = ({ ours, bare }: Pair) => [
  whole(ours.rate),
  whole(ours.p50),
  whole(ours.p99),
  ours.nodeMs.toFixed(2),
  ours.postgresMs.toFixed(2),
  whole(bare.rate),
];

/** A call on the large history as one line, for the terminal. */
export const lineOf = (row: Row) =>
  `${row.work.name}, ${row.connections} connections: ${whole(row.large.ours.rate)}/s, ${percent(ratioOf(row.large))} of ` +
  `${row.work.ceiling}; ${percent(growthOf(row))} of its rate on the small history`;

function callTables({ rows, sizes }: Results): string[] {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const asked = row.work.connections ? TARGET_CONNECTIONS : row.connections;
    groups.set(asked, [...(groups.get(asked) ?? []), row]);
  }
  return [...groups].flatMap(([connections, some]) => [
    `### ${whole(sizes.large)} requests, ${connections} connections`,
    table(
      ['call', ...head, 'ours / ceiling', 'wanted', `rate, of that on ${whole(sizes.small)}`],
      some.map((row) => [
        `${row.work.title} (${row.work.ceiling})`,
        ...cells(row.large),
        percent(ratioOf(row.large)),
        row.work.target ? percent(row.work.target) : '',
        row.work.isRead ? percent(growthOf(row)) : '',
      ]),
    ),
    `### ${whole(sizes.small)} requests, ${connections} connections`,
    table(
      ['call', ...head, 'ours / ceiling', 'wanted'],
      some.map((row) => [
        `${row.work.title} (${row.work.ceiling})`,
        ...cells(row.small),
        percent(ratioOf(row.small)),
        row.work.target ? percent(row.work.target) : '',
      ]),
    ),
  ]);
}

type Target = { what: string; wanted: string; measured: string; isMet: boolean };

/** What is wanted of the product, and what this run has measured of it. */
export function targetsOf({ rows, sizes, expensive, printing, memory, starts }: Results): Target[] {
  const least = (what: string, wanted: number, measured: number): Target => ({
    ...{ what, wanted: `at least ${percent(wanted)}`, measured: percent(measured) },
    isMet: Math.round(measured) >= wanted,
  });
  const most = (what: string, wanted: number, measured: number, unit: string): Target => ({
    ...{ what, wanted: `at most ${whole(wanted)} ${unit}`, measured: `${whole(measured)} ${unit}` },
    isMet: Math.round(measured) <= wanted,
  });
  const pairs = rows.flatMap(({ work, connections, ...on }) =>
    (['large', 'small'] as const).map((size) => ({
      ...{ work, pair: on[size], where: `${connections} connections, ${whole(sizes[size])} requests` },
    })),
  );
  return [
    ...pairs.flatMap(({ work, pair, where }) =>
      work.target ? [least(`${work.title}, of its ceiling, ${where}`, work.target, ratioOf(pair))] : [],
    ),
    ...pairs.flatMap(({ work, pair, where }) =>
      work.p99Target ? [most(`${work.title}, p99, ${where}`, work.p99Target, pair.ours.p99, 'ms')] : [],
    ),
    ...rows
      .filter(({ work }) => work.isRead)
      .map((row) => {
        const what = `${row.work.title}, of its rate on the small history, ${row.connections} connections`;
        return least(what, GROWTH_TARGET, growthOf(row));
      }),
    ...(expensive ?? []).flatMap(({ title, health, list }) => [
      most(`a health check while ${title}, ${CALLERS} at once, p99`, BESIDE_TARGETS.health, health.p99, 'ms'),
      most(`a list of requests while ${title}, ${CALLERS} at once, p99`, BESIDE_TARGETS.list, list.p99, 'ms'),
    ]),
    ...(printing
      ? [
          most(`a work order with ${PHOTOS} photos as a PDF, p50`, PRINT_TARGETS.ms, printing.p50, 'ms'),
          most(`a work order with ${PHOTOS} photos as a PDF, size`, PRINT_TARGETS.megabytes, printing.megabytes, 'MB'),
          most(`memory after ${printing.further} further of them`, PRINT_TARGETS.growth, printing.growth, 'MB'),
        ]
      : []),
    ...(memory
      ? [
          most('memory of the app, idle', MEMORY_TARGETS.idle, memory.idle, 'MB'),
          most('memory of the app, under load', MEMORY_TARGETS.most, memory.most, 'MB'),
        ]
      : []),
    ...(starts ? [most('second start to the first answer', START_TARGET_MS, starts.second, 'ms')] : []),
  ];
}

function partTables(results: Results): string[] {
  const { sizes, live, audit, floods, expensive, scaling, backup, printing, memory, starts, install } = results;
  const parts: string[] = [];
  if (live) {
    const fanOut = (name: string, { p50, p99, kilobytes }: FanOut) => [
      name,
      p50.toFixed(1),
      p99.toFixed(1),
      whole(kilobytes),
    ];
    parts.push(
      `### Live updates: from a change's COMMIT to ${BROWSERS} browsers`,
      table(
        ['', 'p50 ms', 'p99 ms', 'kB an open browser'],
        [fanOut('ours', live.ours), fanOut('ceiling (a fixed event to all)', live.bare)],
      ),
    );
  }
  if (audit)
    parts.push(
      `### \`npm run audit:verify\` on ${whole(audit.events)} events`,
      table(
        [
          'events/s',
          'node CPU ms for 1,000',
          'PostgreSQL CPU ms for 1,000',
          'hashing alone, events/s',
          'ours / hashing',
        ],
        [
          [
            whole(audit.rate),
            audit.nodeMs.toFixed(1),
            audit.postgresMs.toFixed(1),
            whole(audit.hashing),
            percent((100 * audit.rate) / audit.hashing),
          ],
        ],
      ),
    );
  if (floods)
    parts.push(
      `### One signed-in account floods, ${whole(sizes.large)} requests`,
      table(FLOOD_HEAD, floods.map(floodCells)),
    );
  if (expensive)
    parts.push(
      `### The most expensive calls, ${CALLERS} at once, ${whole(sizes.large)} requests`,
      table(EXPENSIVE_HEAD, expensive.map(expensiveCells)),
    );
  if (scaling)
    parts.push(
      `### One instance and two on one PostgreSQL, ${whole(sizes.large)} requests, ${CONNECTIONS} connections in all`,
      table(
        [
          ...['call', 'one, requests/s', 'two, requests/s', 'two / one', 'node CPU ms, one', 'two'],
          ...['PostgreSQL CPU ms, one', 'two'],
        ],
        scaling.map(({ title, one, two }) => [
          ...[title, whole(one.rate), whole(two.rate), percent((100 * two.rate) / one.rate), one.nodeMs.toFixed(2)],
          ...[two.nodeMs.toFixed(2), one.postgresMs.toFixed(2), two.postgresMs.toFixed(2)],
        ]),
      ),
    );
  if (backup)
    parts.push(
      `### A back-up of ${whole(sizes.large)} requests while ${WRITERS} clients write, and its restore`,
      table(
        [
          'database, MB',
          'files, MB',
          'back-up, MB',
          'made and read back, s',
          'restored, s',
          'submissions/s before',
          'meanwhile',
        ],
        [
          [
            backup.database,
            backup.files,
            backup.size,
            backup.backup,
            backup.restore,
            backup.rateBefore,
            backup.rateMeanwhile,
          ].map(whole),
        ],
      ),
    );
  if (printing)
    parts.push(
      `### A work order with ${PHOTOS} photos as a PDF`,
      table(
        ['', 'p50 ms', 'slowest ms', 'MB', `growth of memory with ${printing.further} more, MB`],
        [
          [
            'photos of 2,000 x 1,500 pixels',
            whole(printing.p50),
            whole(printing.slowest),
            printing.megabytes.toFixed(1),
            printing.growth.toFixed(0),
          ],
        ],
      ),
    );
  if (memory)
    parts.push(
      `### Memory of the app on ${whole(sizes.large)} requests, without PostgreSQL, in MB`,
      table(
        ['idle', `every call in turn, ${LOADED_BY} connections`, 'the most', 'idle afterwards'],
        [[memory.idle, memory.loaded, memory.most, memory.afterwards].map(whole)],
      ),
    );
  if (starts)
    parts.push(
      '### From `npm start` to the first answer, in ms',
      table(
        ['first start, which creates the database', 'second start', `start with ${whole(sizes.large)} requests`],
        [[starts.first, starts.second, starts.large].map(whole)],
      ),
    );
  if (install)
    parts.push(
      '### Size of an installation, in MB',
      table(
        ['', 'MB'],
        install.map(([what, megabytes]) => [what, whole(megabytes)]),
      ),
    );
  return parts;
}

/** Everything as Markdown. */
export function report(results: Results): string {
  const targets = targetsOf(results);
  const wanted = table(
    ['', 'wanted', 'measured', ''],
    targets.map(({ what, wanted, measured, isMet }) => [what, wanted, measured, isMet ? 'met' : '**missed**']),
  );
  const parts = targets.length ? ['### What is wanted', wanted] : [];
  return [...parts, ...callTables(results), ...partTables(results)].join('\n\n');
}
