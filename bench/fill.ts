import { sql } from 'kysely';
import type { WritableDatabase } from '#server/db/pool.ts';
import { buildSearchIndexes, searchIndexesOf } from '#server/db/search/search-indexes.ts';
import { autocommit } from '#server/db/transaction.ts';
import { buildFigures } from '#server/features/reports/reports.upkeep.repo.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { writeHistory } from '../demo/history.ts';
import { details, first, last, odd, oneOf, places, problems, someTown } from './words.ts';

export type BulkOptions = {
  /** A database without customers and requests, over one connection whose statements may take minutes. */
  db: WritableDatabase;
  requests: number;
  customers: number;
  /** The time of the newest request. The oldest one is six years older. */
  now: Date;
  /** The password hash of all added users: two admins, the auditor and the technicians. */
  passwordHash: string;
  step(line: string): void;
};

export const BULK_ADMIN = 'admin@bulk.example';
const TECHNICIANS = 40;
const MESSAGES_PER_REQUEST = 0.05;
/** The most rows of one statement. More rows would only fill the memory of the triggers. */
const CHUNK = 50_000;
const FILLED = [
  'requests',
  'customers',
  'request_status_changes',
  'request_notes',
  'request_corrections',
  'files',
  'request_views',
  'request_view_totals',
  'contact_messages',
  'notifications',
];

/** Built again at the end, by what builds them at a start. */
const filledSearchIndexes = (['requests', 'customers', 'contact_messages'] as const).flatMap(searchIndexesOf);

type Dropped = { drop: string; make: string };

/**
 * Drops the foreign keys and the indexes that no constraint needs. Creating them at the end is many times faster than
 * maintaining them row by row, and checks the foreign keys.
 * @returns the statements that create them again
 */
async function dropForFilling(db: WritableDatabase): Promise<string[]> {
  const { rows } = await sql<Dropped>`
    with filled as (select to_regclass(name) as id from unnest(${FILLED}::text[]) name)
    select 'drop index ' || i.indexrelid::regclass as drop, pg_get_indexdef(i.indexrelid) as make
    from pg_index i where i.indrelid in (select id from filled) and not i.indisunique
    union all
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    from pg_constraint c where c.conrelid in (select id from filled) and c.contype = 'f'
    order by 1
  `.execute(db);
  for (const { drop } of rows) await sql`${sql.raw(drop)}`.execute(db);
  return rows.map((row) => row.make);
}

const insertStaff = (db: WritableDatabase, passwordHash: string, at: Date) =>
  sql`
    insert into users (name, email, role, password_hash, created_at, updated_at)
    select name, email, role::role, ${passwordHash}, ${at}, ${at} from (
      select 1 as n, 'Bulk Admin' as name, ${BULK_ADMIN}::text as email, 'admin' as role
      union all select 2, 'Second Admin', 'second-admin@bulk.example', 'admin'
      union all select 3, 'Bulk Auditor', 'auditor@bulk.example', 'auditor'
      union all select 3 + i, 'Technician ' || i, 'technician-' || i || '@bulk.example', 'technician'
      from generate_series(1, ${sql.lit(TECHNICIANS)}) i
    ) staff order by n
  `.execute(db);

const insertCustomers = (db: WritableDatabase, from: number, to: number, { now }: BulkOptions) =>
  sql`
    insert into customers (name, email, phone, address, created_at)
    select ${oneOf(1, first)} || ' ' || ${oneOf(2, last)}, 'customer-' || i || '@bulk.example',
      '(407) 555-' || lpad((i % 10000)::text, 4, '0'), i || ' Sample Street' || case when i % 50 = 0 then '' else ', ' || ${someTown} || ', FL 32801' end,
      ${now}::timestamptz - interval '6 years' + i * interval '1 second'
    from generate_series(${from}::int, ${to}::int) i order by i
  `.execute(db);

/**
 * Of 100 requests, 97 are completed or cancelled, and the newest 3 are new, as on the morning after a hurricane. Every
 * fiftieth request belongs to one large account. Fifty titles have a word that no other title has, however many requests
 * there are: a word is rare when few titles have it, not when a small share has it.
 */
const insertRequests = (db: WritableDatabase, from: number, to: number, { requests, customers, now }: BulkOptions) =>
  sql`
    insert into requests (external_id, title, description, status, priority, service_type, assigned_to, customer_id,
      customer_name, customer_email, customer_phone, customer_address, town, customer_notes, rating, created_at, updated_at,
      completed_at)
    select 'REQ-' || upper(substr(md5(i::text), 1, 9)) || '-' || upper(substr(md5(i::text), 10, 5)),
      ${oneOf(3, problems)} || ' in the ' || ${oneOf(4, places)} || ', ' || ${oneOf(5, details)}
        || case when i % greatest(${requests}::int / 50, 8) = 7 then ', by the chandelier' else '' end,
      repeat(${oneOf(6, details)} || ' ' || ${oneOf(7, problems)} || '. ', 3 + ${odd(8, 10)}),
      status::request_status, priority::request_priority, 'Lighting Maintenance', technician.id, customer.id,
      customer.name, customer.email, customer.phone, customer.address,
      split_part(customer.address, ', ', 2),
      case when status = 'completed' and i % 12 = 0 then 'Quick and clean work.' end,
      case when status = 'completed' and i % 3 = 0 then 1 + ${odd(9, 5)} end,
      at, at + interval '1 day', case when status = 'completed' then at + interval '1 day' end
    from (
      select i,
        case
          when i <= ${requests}::int * 0.97 then
            case when ${odd(10, 1000)} < 8 then 'cancelled' when ${odd(10, 1000)} = 8 then 'in_progress' else 'completed' end
          when ${odd(11, 100)} < 85 then 'pending' when ${odd(11, 100)} < 95 then 'assigned' else 'in_progress'
        end as status,
        case when ${odd(12, 100)} < 60 then 'medium' when ${odd(12, 100)} < 90 then 'low'
          when ${odd(12, 100)} < 97 then 'high' else 'urgent' end as priority,
        case when i % 50 = 0 then 1 else 1 + ${odd(13, customers)} end as nth_customer,
        1 + ${odd(14, TECHNICIANS)} as nth_technician,
        ${now}::timestamptz - (${requests}::int - i) * (interval '6 years' / ${requests}::int) as at
      from generate_series(${from}::int, ${to}::int) i
    ) plan
    join customers customer on customer.email = 'customer-' || nth_customer || '@bulk.example'
    left join users technician on technician.email = 'technician-' || nth_technician || '@bulk.example'
      and status <> 'pending'
    order by i
  `.execute(db);

/** Timelines, notes, corrections, files and look-ups of a range of requests. */
async function insertTraces(db: WritableDatabase, from: number, to: number): Promise<void> {
  const range = sql`from requests r cross join lateral (select r.id as i) n where r.id between ${from} and ${to}`;
  await sql`
    insert into request_status_changes (request_id, status, changed_by, changed_at)
    select r.id, step.status, r.assigned_to, r.created_at + step.nth * interval '1 hour'
    from requests r cross join lateral (values (0, 'pending'::request_status),
      (1, case when r.status <> 'pending' then 'assigned'::request_status end),
      (2, case when r.status in ('in_progress', 'completed') then 'in_progress'::request_status end),
      (3, case when r.status in ('completed', 'cancelled') then r.status end)) step (nth, status)
    where r.id between ${from} and ${to} and step.status is not null
    order by r.id, step.nth
  `.execute(db);
  await sql`
    insert into request_notes (request_id, author_id, body, created_at)
    select r.id, r.assigned_to, 'Replaced the driver, tested for an hour.', r.created_at + interval '4 hours'
    ${range} and r.assigned_to is not null and r.id % 2 = 0
  `.execute(db);
  await sql`
    insert into request_corrections (request_id, fields, changed_by, changed_at)
    select r.id, array['customer_phone'], r.assigned_to, r.created_at + interval '2 hours'
    ${range} and r.assigned_to is not null and r.id % 10 = 0
  `.execute(db);
  await sql`
    insert into files (id, request_id, kind, file_name, file_type, file_size, sha256, has_thumbnail, uploaded_by, created_at)
    select gen_random_uuid(), r.id, 'photo', 'photo-' || r.id || '.jpg', 'image/jpeg', 100000 + ${odd(15, 900000)},
      sha256(r.external_id::bytea), true, r.assigned_to, r.created_at
    ${range} and r.id % 3 = 0
  `.execute(db);
  await sql`
    with views as (
      insert into request_views (request_id, device_type, ip_address, tracked_at)
      select r.id, 'mobile', '203.0.113.' || ${odd(16, 250)}, r.created_at + nth * interval '1 hour'
      from requests r cross join lateral (select r.id as i) n cross join generate_series(1, 2) nth
      where r.id between ${from} and ${to} and r.id % 5 = 0
      returning request_id, tracked_at
    )
    insert into request_view_totals
    select request_id, count(*), 1, count(*), 0, 0, 0, min(tracked_at), max(tracked_at) from views group by request_id
  `.execute(db);
}

const insertMessages = (db: WritableDatabase, count: number, { now }: BulkOptions) =>
  sql`
    insert into contact_messages (name, email, phone, message, status, ip_address, user_agent, created_at)
    select ${oneOf(17, first)} || ' ' || ${oneOf(18, last)}, 'visitor-' || i || '@bulk.example', '(407) 555-0100',
      ${oneOf(19, problems)} || ' in our ' || ${oneOf(20, places)} || '. Can you send an offer?',
      (case when i > ${count}::int * 0.97 then 'new' when i % 20 = 0 then 'spam' when i % 7 = 0 then 'contacted'
        else 'resolved' end)::contact_status,
      '203.0.113.9', 'Mozilla/5.0', ${now}::timestamptz - (${count}::int - i) * (interval '6 years' / ${count}::int)
    from generate_series(1, ${count}::int) i order by i
  `.execute(db);

/** The admins' notifications about the newest requests. Older ones are purged after 90 days. */
const insertNotices = (db: WritableDatabase, count: number) =>
  sql`
    insert into notifications (user_id, type, title, message, priority, link, is_read, created_at)
    select admin.id, 'service_request', 'New service request', r.customer_name || ': ' || r.title, 'medium',
      '/dashboard/admin?requestId=' || r.id, r.status <> 'pending', r.created_at
    from (select * from requests order by id desc limit ${count}) r
    cross join (select id from users where role = 'admin') admin
    order by r.id
  `.execute(db);

/**
 * Fills a database with very many plausible, unevenly distributed rows, by SQL alone, to measure plans and times. Files are
 * rows without bytes. No row gets an entry in the trail, because no use case runs.
 */
export async function fillInBulk(options: BulkOptions): Promise<void> {
  const { db, requests, customers, now, step } = options;
  await sql`set maintenance_work_mem = '256MB'`.execute(db);
  await sql`drop index ${sql.join(filledSearchIndexes.map((name) => sql.id(name)))}`.execute(db);
  const definitions = await dropForFilling(db);
  await insertStaff(db, options.passwordHash, new Date(now.getTime() - 6 * 366 * 86_400_000));
  const inChunks = async (name: string, count: number, insert: (from: number, to: number) => Promise<unknown>) => {
    for (let from = 1; from <= count; from += CHUNK) await insert(from, Math.min(from + CHUNK - 1, count));
    step(`${count.toLocaleString('en-US')} ${name}`);
  };
  await inChunks('customers', customers, (from, to) => insertCustomers(db, from, to, options));
  // The figures of reports are built at the end, from the requests themselves.
  await sql`alter table requests disable trigger requests_change_added`.execute(db);
  await inChunks('requests', requests, (from, to) => insertRequests(db, from, to, options));
  await sql`alter table requests enable trigger requests_change_added`.execute(db);
  const newest = await db
    .selectFrom('requests')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const before = newest.id - requests;
  await inChunks('timelines, with notes, files and look-ups', requests, (from, to) =>
    insertTraces(db, before + from, before + to),
  );
  await insertMessages(db, Math.ceil(requests * MESSAGES_PER_REQUEST), options);
  await insertNotices(db, Math.ceil(requests * 0.04));
  step('contact messages and notifications');
  for (const definition of definitions) await sql`${sql.raw(definition)}`.execute(db);
  await buildSearchIndexes(db, step);
  step(`${definitions.length} indexes and foreign keys`);
  // After the requests and files, because the function reads statuses and signatures.
  await writeHistory(db, { from: before + 1, to: before + requests });
  step('assignments and evidence');
  await writeUnsignedVisits(db, { from: before + 1, to: before + requests });
  await writeRefusedWork(db, { from: before + 1, to: before + requests });
  await writeHeld(db, Math.ceil(requests / 30), options);
  step('visits without a signature, refused work and held requests');
  await writeFigures(db);
  step('figures of reports');
  // Makes the visibility map and the statistics, which autovacuum would make some minutes later.
  await sql`vacuum (analyze)`.execute(db);
}

/** One visit without a signature for each fiftieth assigned request. The office has answered most of those that are open. */
const writeUnsignedVisits = (db: WritableDatabase, { from, to }: { from: number; to: number }) =>
  sql`
    insert into unsigned_visits (request_id, kind, reason, recorded_by, recorded_at, settled_at)
    select id, case when id % 3 = 0 then 'declined' else 'absent' end::unsigned_kind, 'Nobody was there.', assigned_to, updated_at,
      case when status <> 'in_progress' or id % 4 > 0 then updated_at end
    from requests
    where id between ${from} and ${to} and assigned_to is not null and id % 50 = 1
  `.execute(db);

/** Refused work for each two hundredth assigned request. One in ten still waits. */
const writeRefusedWork = (db: WritableDatabase, { from, to }: { from: number; to: number }) =>
  sql`
    insert into refused_work (request_id, technician_id, status, notes, received_at, outcome, settled_at)
    select id, assigned_to, 'in_progress', 'Two lamps are left.', updated_at,
      case when id % 2000 > 200 then 'saved' end::refused_outcome, case when id % 2000 > 200 then updated_at end
    from requests
    where id between ${from} and ${to} and assigned_to is not null and id % 200 = 1
  `.execute(db);

/** Many more held requests than a business has in 30 days. */
const writeHeld = (db: WritableDatabase, count: number, { now }: BulkOptions) =>
  sql`
    insert into held_requests (external_id, title, description, priority, customer_name, customer_email, customer_phone,
      customer_address, hidden_text, created_at)
    select 'REQ-HELD' || lpad(i::text, 5, '0') || '-BULK0', 'Cheap lamps', 'Buy them now.', 'low', 'A Bot',
      'bot-' || i || '@bulk.example', '1', '1', 'https://bulk.example', ${now}::timestamptz - i * interval '5 minutes'
    from generate_series(1, ${count}::int) i
    on conflict do nothing
  `.execute(db);

/** The figures in the business's time zone, or in that which the first start of the product will set. */
async function writeFigures(db: WritableDatabase): Promise<void> {
  const { rows } = await sql<{ zone: string }>`select details->>'time_zone' as zone from settings`.execute(db);
  await autocommit(db, (tx) => buildFigures(tx, rows[0]?.zone ?? sampleBusiness.time_zone));
}
