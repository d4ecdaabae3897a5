import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Writes the assignments of the requests that were just made, and the evidence of the completed ones. Statuses and files
 * must already be stored.
 * @param range of the requests' ids
 */
export async function writeHistory(tx: QueryExecutorProvider, range: { from: number; to: number }): Promise<void> {
  const { from, to } = range;
  await sql`
    insert into request_assignments (request_id, assigned_from, assigned_to, changed_by, changed_at)
    select distinct on (r.id) r.id, null::integer, r.assigned_to, change.changed_by, change.changed_at
    from requests r join request_status_changes change on change.request_id = r.id and change.status = 'assigned'
    where r.id between ${from} and ${to} and r.assigned_to is not null
    order by r.id, change.id
  `.execute(tx);
  await sql`
    insert into request_evidence (request_id, rating, customer_notes, signature_id, recorded_by, recorded_at)
    select r.id, r.rating, r.customer_notes, signature.id, r.assigned_to, r.completed_at
    from requests r left join lateral (
      select f.id from files f where f.request_id = r.id and f.kind = 'signature' order by f.created_at desc limit 1
    ) signature on true
    where r.id between ${from} and ${to} and r.rating is not null
    order by r.id
  `.execute(tx);
}
