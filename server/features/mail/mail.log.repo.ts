import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { hasAll } from '#server/db/search/search.ts';
import type { MailRow } from './mail.outbox.repo.ts';

const logged = (db: Database) =>
  db
    .selectFrom('mail_outbox')
    .leftJoin('requests', 'requests.id', 'mail_outbox.request_id')
    .select([
      'mail_outbox.id',
      'mail_outbox.kind',
      'mail_outbox.recipient',
      'mail_outbox.state',
      'mail_outbox.tries',
      'mail_outbox.answer',
      'mail_outbox.created_at',
      'mail_outbox.tried_at',
      'mail_outbox.next_try_at',
      'mail_outbox.done_at',
      'mail_outbox.set_aside_at',
      'mail_outbox.request_id',
      'requests.external_id',
    ]);

export type LoggedRow = Awaited<ReturnType<typeof listMails>>[number];

export type LogFilter = { state: MailRow['state'] | undefined; search: string | undefined };

/** The condition of a filter on the emails and their requests. */
function isLogged({ state, search }: LogFilter) {
  const text = sql`search_fold(mail_outbox.recipient || E'\n' || coalesce(requests.external_id, ''))`;
  const conditions = search === undefined ? [] : [hasAll(text, search)];
  if (state) conditions.push(sql<boolean>`mail_outbox.state = ${state}`);
  return conditions.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`;
}

/** A page of the send log, newest first. */
export const listMails = (db: Database, filter: LogFilter, page: { limit: number; page: number }) =>
  logged(db)
    .where(isLogged(filter))
    .orderBy('mail_outbox.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();

/** How many emails of the send log a filter finds. */
export async function countLogged(db: Database, filter: LogFilter): Promise<number> {
  const { n } = await db
    .selectFrom('mail_outbox')
    .leftJoin('requests', 'requests.id', 'mail_outbox.request_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(isLogged(filter))
    .executeTakeFirstOrThrow();
  return n;
}

export const findMail = (db: Database, id: number) => logged(db).where('mail_outbox.id', '=', id).executeTakeFirst();

/** Counts the emails that nobody has set aside, by state. */
export const countByState = (db: Database) =>
  db
    .selectFrom('mail_outbox')
    .select(['state', sql<number>`count(*)::int`.as('n')])
    .where('set_aside_at', 'is', null)
    .groupBy('state')
    .execute();

/** Counts the emails that a server should have, and those that failed and are not set aside, each up to `most`. */
export async function countUpTo(db: Database, most: number, now: Date): Promise<{ waiting: number; failed: number }> {
  const count = (is: RawBuilder<boolean>) => sql<number>`
    (select count(*)::int from (select from mail_outbox where ${is} limit ${most}) counted)`;
  const isHeld = sql`tries = 0 and next_try_at > ${now}`;
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select ${count(sql`state = 'waiting' and not (${isHeld})`)} as waiting,
      ${count(sql`state = 'failed' and set_aside_at is null`)} as failed`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}
