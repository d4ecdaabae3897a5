import { sql } from 'kysely';
import type { WritableDatabase } from '../db/pool.ts';

/** One row in a hundred of each kind of entry, with its share; the rarest is one in twenty thousand. */
const KINDS = sql`case
    when i % 20000 = 77 then array['settings.update', 'settings']
    when i % 100 < 20 then array['requests.create', 'request']
    when i % 100 < 36 then array['requests.assign', 'request']
    when i % 100 < 60 then array['requests.change_status', 'request']
    when i % 100 < 75 then array['requests.update_with_files', 'request']
    when i % 100 < 88 then array['auth.login', 'user']
    when i % 100 < 93 then array['auth.login_failed', 'session']
    when i % 100 < 97 then array['notifications.read', 'notification']
    when i % 100 < 99 then array['contact.submit', 'contact_message']
    else array['users.update', 'user'] end`;
/** Visitors make what visitors make; of the rest one admin makes half, and ten technicians the other half. */
const ACTOR = sql`case
    when i % 20000 <> 77 and (i % 100 < 20 or i % 100 between 88 and 92 or i % 100 in (97, 98)) then null
    when i % 2 = 0 then ${sql.ref('first')}
    else ${sql.ref('first')} + 1 + (i / 2) % 10 end`;

/**
 * Adds very many entries to the trail by SQL alone, over six years before `now`. They wait for their seals.
 * @param first the id of the admin; the ten ids behind it are technicians
 */
export async function fillTrail(db: WritableDatabase, count: number, { now, first }: { now: Date; first: number }) {
  for (let from = 1; from <= count; from += 50_000) {
    const to = Math.min(from + 49_999, count);
    await sql`
      insert into audit_events (at, actor_id, actor_name, actor_role, action, entity, entity_id, before, after, ip, user_agent)
      select ${now}::timestamptz - (${count}::int - i) * interval '189 seconds', actor,
        case when actor is null then 'Visitor' else 'Person ' || actor end,
        case when actor = first then 'admin'::role when actor is not null then 'technician'::role end,
        kind[1], kind[2], case when kind[2] not in ('settings', 'session') then (i % 90000 + 1)::text end,
        case when kind[1] in ('requests.assign', 'requests.change_status', 'users.update')
          then jsonb_build_object('status', 'pending', 'assigned_to', null) end,
        jsonb_build_object('status', 'assigned', 'assigned_to', actor, 'notes', 'Ring first, the gate is locked.'),
        '203.0.113.' || i % 250, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
      from (
        select i, first, ${ACTOR} as actor, ${KINDS} as kind
        from generate_series(${from}::int, ${to}::int) i, (select ${first}::int as first) f
      ) entries order by i`.execute(db);
  }
}
