import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import { isNameable } from '#server/db/statement-names.ts';
import { listFilesOf } from '#server/features/files/files.repo.ts';
import { findMonitored } from '#server/features/reports/reports.monitor.repo.ts';
import { findAnalytics, findReport } from '#server/features/reports/reports.repo.ts';
import { findDetail } from '#server/features/requests/detail/detail.repo.ts';
import { countByStatus } from '#server/features/requests/requests.repo.ts';

/** A statement of the product. One without a name is planned anew for its values, as the product does it. */
export type Statement = { name: string | undefined; text: string; values: unknown[] };

/** Stands for the id of a request among the values. No request has it. */
export const SOME_ID = -1;
const ALL_TIME = { from: null, to: null };

/** The statements that the product sends for each of these calls. */
export async function productStatements(pool: Pool): Promise<Record<string, Statement[]>> {
  let sent: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql: text, parameters } }) => {
      sent.push({ name: undefined, text, values: [...parameters] });
    },
  });
  const { zone } = await db.selectFrom('request_figures_zone').select('zone').executeTakeFirstOrThrow();
  const [source, scope] = zone ? (['figures', { zone }] as const) : (['requests', { zone: 'UTC' }] as const);
  const calls: Record<string, (db: Database) => Promise<unknown>[]> = {
    counts: (db) => [countByStatus(db)],
    request: (db) => [findDetail(db, SOME_ID, null), listFilesOf(db, SOME_ID)],
    reports: (db) => [findReport(db, { current: ALL_TIME, previous: null }, scope, source)],
    analytics: (db) => [findAnalytics(db)],
    monitor: (db) => [findMonitored(db, { days: ALL_TIME, limit: 50, page: 1 }, scope.zone, source)],
  };
  const statements: Record<string, Statement[]> = {};
  for (const [call, send] of Object.entries(calls)) {
    sent = [];
    await Promise.all(send(db));
    statements[call] = sent.map((statement, nth) =>
      statement.values.length && isNameable(statement.text) ? { ...statement, name: `${call}-${nth}` } : statement,
    );
  }
  return statements;
}
