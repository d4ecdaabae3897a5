import { type Compilable, CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { DB } from '../db/database.ts';
import { openPool, type WritableDatabase } from '../db/pool.ts';
import { isNameable } from '../db/statement-names.ts';
import { autocommit, type Tx } from '../db/transaction.ts';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** PostgreSQL's plan for a query that the code has sent. */
export type Plan = {
  sql: string;
  tables: string[];
  indexes: string[];
  /** Every way to read a table, such as "Index Only Scan on requests". */
  scans: string[];
  /** The most rows that one scan read, kept or not: from a table, and from an index alone. */
  looked: { table: number; index: number };
  /** The most rows for which a sort was planned. */
  sorted: number;
  /** How many pages were read, from the memory or from the disk. */
  pages: number;
};

export type Watched = {
  db: WritableDatabase;
  /** Runs a function with the database, and returns the plan of every query that it sent. */
  plansOf(run: (tx: Tx) => Promise<unknown>): Promise<Plan[]>;
  /** The plans for all values of those queries that get a statement name. */
  plansForAllValues(run: (tx: Tx) => Promise<unknown>): Promise<Plan[]>;
  /** How many rows PostgreSQL expects of a query. */
  expectedRows(query: Compilable): Promise<number>;
  /** The plans without these indexes. */
  plansWithout(indexes: readonly string[], run: (tx: Tx) => Promise<unknown>): Promise<Plan[]>;
  close(): Promise<void>;
};

/** Small at any number of requests. The changes are those of the last minute. */
const SMALL = new Set(['users', 'row_counts', 'request_figures_zone', 'request_figure_changes']);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const sum = (...parts: (number | undefined)[]) => parts.reduce<number>((total, part) => total + (part ?? 0), 0);

function read(sql: string, root: PlanNode): Plan {
  const nodes = nodesOf(root);
  const scans = nodes.filter((node) => node['Relation Name'] || node['Index Name']);
  const looked = (alone: boolean) =>
    scans
      .filter((node) => (node['Node Type'] === 'Index Only Scan') === alone && !SMALL.has(node['Relation Name'] ?? ''))
      .map(
        (node) =>
          sum(node['Actual Rows'], node['Rows Removed by Filter'], node['Rows Removed by Index Recheck']) *
          node['Actual Loops'],
      );
  const sorts = nodes.filter((node) => /^(Incremental )?Sort$/.test(node['Node Type']));
  return {
    sql,
    tables: [...new Set(scans.flatMap((node) => node['Relation Name'] ?? []))].sort(),
    indexes: [...new Set(scans.flatMap((node) => node['Index Name'] ?? []))].sort(),
    scans: scans.flatMap((node) => (node['Relation Name'] ? `${node['Node Type']} on ${node['Relation Name']}` : [])),
    looked: { table: Math.max(0, ...looked(false)), index: Math.max(0, ...looked(true)) },
    sorted: Math.max(0, ...sorts.flatMap((node) => (node.Plans ?? []).map((child) => child['Plan Rows']))),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
  };
}

const EXPLAIN = 'explain (analyze, buffers, timing off, format json)';

async function explained(db: WritableDatabase, text: string, parameters: readonly unknown[] = []): Promise<PlanNode> {
  const query = CompiledQuery.raw(text, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query);
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!root) throw new Error('EXPLAIN answered nothing');
  return root;
}

const explain = async (db: WritableDatabase, { sql, parameters }: CompiledQuery): Promise<Plan> =>
  read(sql, await explained(db, `${EXPLAIN} ${sql}`, parameters));

const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(String(value));
};

/** The plan for all values, to which PostgreSQL may switch a named statement after some calls. */
async function explainForAllValues(db: WritableDatabase, query: CompiledQuery): Promise<Plan> {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text));
  await run('set local plan_cache_mode = force_generic_plan');
  await run(`prepare explained as ${query.sql}`);
  const values = query.parameters.length ? `(${query.parameters.map(literalOf).join(', ')})` : '';
  const root = await explained(db, `${EXPLAIN} execute explained${values}`);
  await run('deallocate explained');
  return read(query.sql, root);
}

/** ANALYZE reads 300 rows for each of these: all rows of a test. With a sample, the estimates would differ from run to run. */
const ANALYZE_ALL = '-c default_statistics_target=1000';

/** A test's database over a connection of its own, which has no time-out and records the queries. */
export async function watch(of: WritableDatabase): Promise<Watched> {
  const { rows } = await of.executeQuery<{ name: string }>(CompiledQuery.raw('select current_database() as name'));
  const connection = {
    ...inject('postgresOwner'),
    database: rows[0]?.name ?? '',
    max: 1,
    statement_timeout: 0,
    options: ANALYZE_ALL,
  };
  const sent: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: openPool(connection, () => undefined) });
  const db = new Kysely<DB>({ dialect, log: (event) => void sent.push(event.query) });

  const plansIn = async (tx: WritableDatabase, run: (tx: Tx) => Promise<unknown>, forAllValues = false) => {
    sent.length = 0;
    await autocommit(tx, run);
    const plans: Plan[] = [];
    for (const query of sent.splice(0)) {
      if (!forAllValues) plans.push(await explain(tx, query));
      else if (isNameable(query.sql)) plans.push(await explainForAllValues(tx, query));
    }
    return plans;
  };
  /** Rolls the transaction back, because EXPLAIN ANALYZE runs the query. */
  const undone = async (run: (tx: WritableDatabase) => Promise<Plan[]>): Promise<Plan[]> => {
    const tx = await db.startTransaction().execute();
    try {
      return await run(tx);
    } finally {
      await tx.rollback().execute();
    }
  };
  return {
    db,
    plansOf: (run) => undone((tx) => plansIn(tx, run)),
    plansForAllValues: (run) => undone((tx) => plansIn(tx, run, true)),
    async expectedRows(query) {
      const { sql: text, parameters } = query.compile();
      return (await explained(db, `explain (format json) ${text}`, parameters))['Plan Rows'];
    },
    plansWithout: (indexes, run) =>
      undone(async (tx) => {
        for (const index of indexes) await tx.executeQuery(CompiledQuery.raw(`drop index ${index}`));
        return plansIn(tx, run);
      }),
    close: () => db.destroy(),
  };
}

const MANY = 2_000;
/** A count goes further than a page. How many rows a sort gets is an estimate. */
const MANY_COUNTED = 4_000;
/** An index alone is read some hundred times faster than a table. */
const MANY_IN_INDEX = 10_000;

/** The parts of a plan that are too slow on a million rows: a whole table read, many rows sorted; for a page, many rows read. */
export function problemsOf(plan: Plan, kind: 'page' | 'count' = 'page'): string[] {
  const whole = plan.scans.filter((scan) => /Seq Scan on (\w+)/.test(scan) && !SMALL.has(scan.split(' on ')[1] ?? ''));
  const big = plan.tables.some((table) => !SMALL.has(table));
  return [
    ...whole,
    ...(big && plan.indexes.length === 0 ? ['no index'] : []),
    ...(plan.sorted > (kind === 'page' ? MANY : MANY_COUNTED) ? [`sorts ${plan.sorted} rows`] : []),
    ...(kind === 'page' && plan.looked.table > MANY ? [`looks at ${plan.looked.table} rows`] : []),
    ...(kind === 'page' && plan.looked.index > MANY_IN_INDEX ? [`skims ${plan.looked.index} rows of an index`] : []),
  ].map((problem) => `${problem} (${plan.scans.join(', ')}): ${plan.sql}`);
}
