import type { AuditVerify } from './audit.ts';
import { type BackupMeasured, WRITERS } from './backup.ts';
import type { Flood } from './floods.ts';
import { LOADED_BY, type Memory, type Starts } from './footprint.ts';
import { CONNECTIONS, type Scaling } from './instances.ts';
import { BROWSERS, type FanOut } from './live.ts';
import type { Measured } from './measure.ts';
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
const PRINT_TARGETS = { ms: 1_000, megabytes: 5, growth: 50 };
/** The connections that the targets are about. */
const TARGET_CONNECTIONS = 10;

const whole = (n: number) => Math.round(n).toLocaleString('en-US');
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
        row.work.target && connections === TARGET_CONNECTIONS ? percent(row.work.target) : '',
        row.work.isRead ? percent(growthOf(row)) : '',
      ]),
    ),
    `### ${whole(sizes.small)} requests, ${connections} connections`,
    table(
      ['call', ...head, 'ours / ceiling'],
      some.map((row) => [`${row.work.title} (${row.work.ceiling})`, ...cells(row.small), percent(ratioOf(row.small))]),
    ),
  ]);
}

type Target = { what: string; wanted: string; measured: string; isMet: boolean };

/** What is wanted of the product, and what this run has measured of it. */
export function targetsOf({ rows, printing, memory, starts }: Results): Target[] {
  const least = (what: string, wanted: number, measured: number): Target => ({
    ...{ what, wanted: `at least ${percent(wanted)}`, measured: percent(measured) },
    isMet: Math.round(measured) >= wanted,
  });
  const most = (what: string, wanted: number, measured: number, unit: string): Target => ({
    ...{ what, wanted: `at most ${whole(wanted)} ${unit}`, measured: `${whole(measured)} ${unit}` },
    isMet: Math.round(measured) <= wanted,
  });
  const asked = rows.filter(({ connections }) => connections === TARGET_CONNECTIONS);
  return [
    ...asked.flatMap(({ work, large }) =>
      work.target ? [least(`${work.title}, of its ceiling`, work.target, ratioOf(large))] : [],
    ),
    ...asked.flatMap(({ work, large }) =>
      work.p99Target ? [most(`${work.title}, p99`, work.p99Target, large.ours.p99, 'ms')] : [],
    ),
    ...asked.flatMap((row) =>
      row.work.isRead
        ? [least(`${row.work.title}, of its rate on the small history`, GROWTH_TARGET, growthOf(row))]
        : [],
    ),
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
  const { sizes, live, audit, floods, scaling, backup, printing, memory, starts, install } = results;
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
      table(
        [
          'what the account does',
          ...[
            'its calls answered',
            'refused',
            'track by ID, p50 ms',
            'p99',
            'auth/me of another account, p50 ms',
            'p99',
          ],
          'honest calls that failed',
        ],
        floods.map(({ title, answered, refused, track, me }) => [
          title,
          ...[answered, refused, track.p50, track.p99, me.p50, me.p99, track.failed + me.failed].map(whole),
        ]),
      ),
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
