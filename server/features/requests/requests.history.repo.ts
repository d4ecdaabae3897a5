import { sql } from 'kysely';
import { shownOfRequest } from '#contract/words/limits.ts';
import type { RequestAssignments, RequestCorrections, RequestStatus } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

type StatusChange = {
  request_id: number;
  status: RequestStatus;
  changed_by: number | null;
  changed_at: Date;
  /** For a status that an undo gives back: since when the request had it. */
  since: Date | null;
};

type Kind = 'status' | 'assignment' | 'details' | 'refusal';
const noText = sql<string | null>`null::text`;
const noFields = sql<string[] | null>`null::text[]`;

export const addStatusChanges = (tx: Tx, changes: readonly StatusChange[]) =>
  tx.insertInto('request_status_changes').values(changes).execute();

/** The status before the newest change, and since when the request had it; undefined when there was none. */
export const statusBefore = (tx: Tx, requestId: number) =>
  tx
    .selectFrom('request_status_changes')
    .select(({ fn }) => ['status', fn.coalesce('since', 'changed_at').as('since')])
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .offset(sql.lit(1))
    .limit(sql.lit(1))
    .executeTakeFirst();

export const addAssignments = (tx: Tx, changes: readonly Omit<NewRow<RequestAssignments>, 'refused_at'>[]) =>
  tx
    .insertInto('request_assignments')
    .values(changes.map((change) => ({ ...change, refused_at: null })))
    .execute();

/**
 * Marks the newest hand-over of a request away from somebody: their update was refused. Returns whether this is the first refusal since
 * then; false as well for somebody who never had the request.
 */
export async function markRefused(tx: Tx, { id, from, at }: { id: number; from: number; at: Date }): Promise<boolean> {
  const marked = await tx
    .updateTable('request_assignments')
    .set({ refused_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('request_assignments')
        .select('id')
        .where('request_id', '=', id)
        .where('assigned_from', '=', from)
        .orderBy('id', 'desc')
        .limit(sql.lit(1)),
    )
    .where('refused_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

export const addCorrection = (tx: Tx, correction: NewRow<RequestCorrections>) =>
  tx.insertInto('request_corrections').values(correction).execute();

/** One more than is shown, so that the oldest status shown has the one before it. */
const READ = sql.lit(shownOfRequest.history + 1);

/**
 * The newest status changes, assignments, corrections and refused updates of a request with their authors, oldest first; each status with
 * the previous one, each refusal with who had the request then.
 */
export function historyOf(db: Database, requestId: number) {
  const newest = (table: 'request_status_changes' | 'request_assignments' | 'request_corrections') =>
    db.selectFrom(table).select('id').where('request_id', '=', requestId).orderBy('id', 'desc').limit(READ);
  const statuses = db
    .selectFrom('request_status_changes as change')
    .leftJoin('users as by', 'by.id', 'change.changed_by')
    .select([
      'change.id',
      'change.changed_at as at',
      'by.name as by',
      sql<Kind>`'status'`.as('change'),
      sql<string | null>`lag(change.status::text) over (order by change.id)`.as('from'),
      sql<string | null>`change.status::text`.as('to'),
      noFields.as('fields'),
    ])
    .where('change.id', 'in', newest('request_status_changes'));
  const assignments = db
    .selectFrom('request_assignments as change')
    .leftJoin('users as by', 'by.id', 'change.changed_by')
    .leftJoin('users as earlier', 'earlier.id', 'change.assigned_from')
    .leftJoin('users as later', 'later.id', 'change.assigned_to')
    .select([
      'change.id',
      'change.changed_at as at',
      'by.name as by',
      sql<Kind>`'assignment'`.as('change'),
      'earlier.name as from',
      'later.name as to',
      noFields.as('fields'),
    ])
    .where('change.id', 'in', newest('request_assignments'));
  const corrections = db
    .selectFrom('request_corrections as change')
    .leftJoin('users as by', 'by.id', 'change.changed_by')
    .select([
      'change.id',
      'change.changed_at as at',
      'by.name as by',
      sql<Kind>`'details'`.as('change'),
      noText.as('from'),
      noText.as('to'),
      'change.fields',
    ])
    .where('change.id', 'in', newest('request_corrections'));
  const refusals = db
    .selectFrom('request_assignments as change')
    .leftJoin('users as earlier', 'earlier.id', 'change.assigned_from')
    .leftJoin('users as later', 'later.id', 'change.assigned_to')
    .select([
      'change.id',
      sql<Date>`change.refused_at`.as('at'),
      'earlier.name as by',
      sql<Kind>`'refusal'`.as('change'),
      noText.as('from'),
      'later.name as to',
      noFields.as('fields'),
    ])
    .where('change.id', 'in', newest('request_assignments'))
    .where('change.refused_at', 'is not', null);
  // With equal times, an assignment comes before the status that follows from it.
  const all = statuses.unionAll(assignments).unionAll(corrections).unionAll(refusals);
  // With their names, because a statement that answers with all columns gets no name of its own (server/db/statement-names.ts).
  const columns = ['id', 'at', 'by', 'change', 'from', 'to', 'fields'] as const;
  const shown = db
    .selectFrom(all.as('change'))
    .select(columns)
    .orderBy('at', 'desc')
    .orderBy('change', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(shownOfRequest.history));
  return db.selectFrom(shown.as('shown')).select(columns).orderBy('at').orderBy('change').orderBy('id');
}

/** How many entries the history of a request has. */
export const historyCountOf = (db: Database, requestId: number) =>
  db.selectNoFrom(({ selectFrom }) => {
    const rows = sql<number>`count(*)::int`;
    const statuses = selectFrom('request_status_changes').select(rows.as('n')).where('request_id', '=', requestId);
    const corrections = selectFrom('request_corrections').select(rows.as('n')).where('request_id', '=', requestId);
    // A refusal is an entry of its own.
    const assignments = selectFrom('request_assignments')
      .select(sql<number>`(count(*) + count(refused_at))::int`.as('n'))
      .where('request_id', '=', requestId);
    return sql<number>`${statuses} + ${corrections} + ${assignments}`.as('n');
  });
