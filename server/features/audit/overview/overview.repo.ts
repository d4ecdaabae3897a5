import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { VerificationRow } from '../verify/verifications.repo.ts';

type Kind = { counted: 'requests' | 'contact_messages' | 'customers'; status: string; n: number };
type Overview = {
  kinds: Kind[];
  users: number;
  active_users: number;
  events: number;
  verification: VerificationRow | null;
};
/** A verification as JSON, in which times are text. */
type VerificationJson = Omit<VerificationRow, 'started_at' | 'seen_at' | 'finished_at'> & {
  started_at: string;
  seen_at: string;
  finished_at: string | null;
};

const verificationOf = (json: VerificationJson): VerificationRow => ({
  ...json,
  started_at: new Date(json.started_at),
  seen_at: new Date(json.seen_at),
  finished_at: json.finished_at === null ? null : new Date(json.finished_at),
});

/**
 * Counts all records in one statement. Rows are counted by the counters that triggers maintain, and entries of the
 * trail by the number of the newest seal, because seals are numbered without gaps.
 */
export async function readOverview(db: Database): Promise<Overview> {
  const { rows } = await sql<Omit<Overview, 'verification'> & { verification: VerificationJson | null }>`
    select
      (select coalesce(json_agg(k), '[]') from (
        select counted, status, sum(n)::int as n from row_counts group by counted, status
      ) k) as kinds,
      (select count(*)::int from users where deleted_at is null) as users,
      (select count(*)::int from users where deleted_at is null and is_active) as active_users,
      (select coalesce(max(seq), 0) from audit_seals)::float8 + (select count(*) from audit_unsealed)::float8 as events,
      (select to_json(v) from (select * from audit_verifications order by id desc limit 1) v) as verification
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the overview was not answered');
  return { ...row, verification: row.verification && verificationOf(row.verification) };
}
