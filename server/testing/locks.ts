import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Resolves when a statement of this database waits for a lock, or as many as are named. */
export const waitingForLocks = (test: TestApp, statements = 1) =>
  expect
    .poll(
      async () =>
        (
          await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.db)
        ).rows[0]?.n,
    )
    .toBe(statements);
