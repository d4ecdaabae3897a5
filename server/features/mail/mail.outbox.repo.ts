import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB, MailOutbox } from '#server/db/database.ts';
import type { Tx } from '#server/db/transaction.ts';

export type MailRow = Selectable<MailOutbox>;
type Kind = MailRow['kind'];

/** A mail to add. `content` comes from the cause, and the source of the recipient adds the rest from the database. */
export type NewMail = { kind: Kind; messageId: string; content: object; at: Date };

/** A query for the recipient's address and for what is known about them, as one row or none. */
type Source = RawBuilder<unknown>;

/** The customer of a request, at the address that they gave with it. */
export const customerOf = (requestId: number): Source => sql`
  select customer_email as address, id as request_id, null::integer as link_id, jsonb_build_object(
    'name', customer_name, 'external_id', external_id, 'title', title, 'priority', priority, 'service_type', service_type) as known
  from requests where id = ${requestId}`;

/** The active user whom a request is assigned to, with what they need on the way. */
export const assigneeOf = (requestId: number, userId: number): Source => sql`
  select users.email as address, requests.id as request_id, null::integer as link_id, jsonb_build_object(
    'name', users.name, 'external_id', external_id, 'title', title, 'priority', priority, 'request_id', requests.id,
    'description', description, 'customer', jsonb_build_object(
      'name', customer_name, 'phone', customer_phone, 'address', customer_address)) as known
  from requests, users
  where requests.id = ${requestId} and users.id = ${userId} and users.is_active and users.deleted_at is null`;

export const address = (email: string, linkId: number | null = null): Source => sql`
  select ${email}::text as address, null::integer as request_id, ${linkId}::integer as link_id, '{}'::jsonb as known`;

/** The most emails of some kinds that an address gets in a time. */
export type MostOf = { kinds: readonly Kind[]; most: number; from: Date; to: Date };

/** Whether an address may get another email. Counts no further than the limit. */
const mayGet = ({ kinds, most, from, to }: MostOf) => sql`(
  select count(*) from (
    select from mail_outbox
    where recipient = person.address and created_at > ${from}::timestamptz and created_at <= ${to}::timestamptz
      and kind::text = any(${sql.val([...kinds])}::text[])
    limit ${most}) counted) < ${most}`;

/**
 * Adds an email, unless its kind is switched off or the address has had too many, and wakes the mailers of all instances when the
 * transaction commits. One statement, because the call that a customer waits for runs it.
 */
export async function addMail(
  tx: Tx,
  channel: string,
  mail: NewMail & { due: Date },
  to: Source,
  mostOf: MostOf | null,
): Promise<void> {
  await sql`
    with added as (
      insert into mail_outbox
        (kind, message_id, recipient, content, request_id, link_id, created_at, waiting_since, next_try_at)
      select ${mail.kind}::mail_kind, ${mail.messageId}, person.address,
        person.known || ${JSON.stringify(mail.content)}::jsonb, person.request_id, person.link_id, ${mail.at}::timestamptz,
        ${mail.at}::timestamptz, ${mail.due}::timestamptz
      from mail_settings, (${to}) as person
      where not ${mail.kind}::text = any (mail_settings.switched_off) and ${mostOf ? mayGet(mostOf) : sql`true`}
      returning id
    )
    select pg_notify(${channel}, '{}') from added`.execute(tx);
}

/**
 * Withdraws the mails about a request that were added since a time and that nobody has tried to send.
 * @returns whether others were added since then, which may have arrived
 */
export async function withdrawMails(tx: Tx, requestId: number, since: Date): Promise<boolean> {
  const isOfChange = ({ and, eb }: ExpressionBuilder<DB, 'mail_outbox'>) =>
    and([eb('request_id', '=', requestId), eb('created_at', '>=', since)]);
  await tx.deleteFrom('mail_outbox').where(isOfChange).where('state', '=', 'waiting').where('tries', '=', 0).execute();
  return (await tx.selectFrom('mail_outbox').select('id').where(isOfChange).executeTakeFirst()) !== undefined;
}

/** Adds a mail that the caller sends at once, already taken for its first try. */
export const addTaken = (tx: Tx, mail: NewMail & { recipient: string; until: Date }): Promise<MailRow> =>
  tx
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      message_id: mail.messageId,
      recipient: mail.recipient,
      content: JSON.stringify(mail.content),
      request_id: null,
      link_id: null,
      tries: 1,
      created_at: mail.at,
      waiting_since: mail.at,
      next_try_at: mail.until,
      tried_at: mail.at,
      answer: null,
      done_at: null,
      set_aside_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** What may be taken: emails of these kinds, also those tried before, to other domains than these. */
export type Choice = { kinds: readonly Kind[]; isRetried: boolean; except: readonly string[] };

/** Two emails about one request don't overtake each other on the way to one recipient. */
const isFirstOfRequest = sql<boolean>`not exists (
  select from mail_outbox as earlier
  where earlier.request_id = one.request_id and earlier.recipient = one.recipient and earlier.state = 'waiting' and earlier.id < one.id)`;

/** Takes the email that is due longest, for one try, unless another instance holds it. An email of a kind that isn't chosen stays. */
export const takeDue = (
  tx: Tx,
  { kinds, isRetried, except }: Choice,
  time: { now: Date; until: Date; longest: Date },
): Promise<MailRow | undefined> =>
  tx
    .updateTable('mail_outbox')
    .set((set) => ({
      tries: set('tries', '+', 1),
      tried_at: time.now,
      next_try_at: time.until,
      // From a clock that was ahead, it would be tried for that much longer.
      waiting_since: set.fn<Date>('least', ['waiting_since', set.val(time.now)]),
    }))
    .where('id', '=', (sub) =>
      sub
        .selectFrom('mail_outbox as one')
        .select('one.id')
        .where('one.state', '=', 'waiting')
        .where((eb) =>
          eb.or([
            eb('one.next_try_at', '<=', time.now),
            // No email waits so long: a clock was ahead.
            eb('one.next_try_at', '>', time.longest),
          ]),
        )
        // As texts: a release before the newest kind has no such value in its type.
        .where(sql<boolean>`one.kind::text = any(${sql.val([...kinds])}::text[])`)
        .$if(!isRetried, (query) => query.where('one.tries', '=', 0))
        .$if(except.length > 0, (query) =>
          query.where(sql<boolean>`lower(split_part(one.recipient, '@', -1)) <> all(${sql.val([...except])}::text[])`),
        )
        .where(isFirstOfRequest)
        .orderBy('one.next_try_at')
        .orderBy('one.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

/**
 * Changes the recipient of the emails that haven't been sent: those to the customer of a request, or those to a user.
 * @param of the request's id; null for a user
 */
export const readdress = (
  tx: Tx,
  { kinds, of, from, to }: { kinds: readonly Kind[]; of: number | null; from: string; to: string },
) => {
  const query = tx
    .updateTable('mail_outbox')
    .set({ recipient: to })
    .where('state', '<>', 'sent')
    .where('recipient', '=', from)
    .where('kind', 'in', kinds);
  return (of === null ? query : query.where('request_id', '=', of)).execute();
};

/** Records that a mail needs no further try. */
export const finishMail = (
  tx: Tx,
  mail: Pick<MailRow, 'id' | 'recipient'>,
  end: { state: 'sent' | 'kept' | 'failed'; answer: string; at: Date },
): Promise<MailRow | undefined> =>
  tx
    .updateTable('mail_outbox')
    .set({ state: end.state, answer: end.answer, done_at: end.at, next_try_at: null })
    // The address may have been corrected while the server took the mail.
    .$if(end.state === 'sent', (query) => query.set({ recipient: mail.recipient }))
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();

/** Puts a mail off. Has no effect when another instance has taken it over meanwhile. */
export const putOff = (tx: Tx, { id, tries }: Pick<MailRow, 'id' | 'tries'>, again: { answer: string; at: Date }) =>
  tx
    .updateTable('mail_outbox')
    .set({ answer: again.answer, next_try_at: again.at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .execute();

export const setLink = (tx: Tx, id: number, linkId: number, content: object) =>
  tx
    .updateTable('mail_outbox')
    .set({ link_id: linkId, content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute();

export const deleteMail = (tx: Tx, id: number) => tx.deleteFrom('mail_outbox').where('id', '=', id).execute();

/** Queues a mail again that failed or was saved as a file. Returns undefined for any other mail. */
export const waitAgain = (tx: Tx, id: number, now: Date): Promise<MailRow | undefined> =>
  tx
    .updateTable('mail_outbox')
    .set({ state: 'waiting', tries: 0, waiting_since: now, next_try_at: now, done_at: null, set_aside_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'kept'])
    .returningAll()
    .executeTakeFirst();

/** Sets a failed mail aside. Returns undefined for any other mail, and for one that is set aside already. */
export const setAside = (tx: Tx, id: number, now: Date): Promise<MailRow | undefined> =>
  tx
    .updateTable('mail_outbox')
    .set({ set_aside_at: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('set_aside_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const deleteBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('mail_outbox').where('created_at', '<', before).where('state', '!=', 'waiting').execute();
