import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

/** A database object that decides what happens to a row of the trail, as PostgreSQL describes it. */
export type Guard = { name: string; definition: string };

/**
 * Lists everything that may act on the tables of the trail: their kind, their triggers with the functions behind them, rules,
 * row policies, and settings that switch triggers off for a role or the database.
 */
export async function listGuards(db: Database): Promise<Guard[]> {
  const { rows } = await sql<Guard>`
    with trail as (
      select c.* from pg_class c
      where c.oid in (to_regclass('audit_events'), to_regclass('audit_seals'), to_regclass('audit_unsealed'))
    ), triggers as (
      select t.*, trail.relname from pg_trigger t join trail on trail.oid = t.tgrelid where not t.tgisinternal
    )
    select 'table ' || relname as name, concat_ws(' ', relkind,
      case when relrowsecurity or relforcerowsecurity then 'row security' end,
      case when exists (select from pg_inherits i where trail.oid in (i.inhrelid, i.inhparent)) then 'inheritance' end
    ) as definition from trail
    union all
    select 'trigger ' || tgname || ' on ' || relname, tgenabled::text || ' ' || pg_get_triggerdef(oid, true) from triggers
    union all
    select 'function ' || proname, concat_ws(' ', lanname, case when prosecdef then 'definer' end, proconfig::text,
      regexp_replace(btrim(prosrc, E' \\n'), '\\s+', ' ', 'g'))
    from pg_proc join pg_language l on l.oid = prolang where pg_proc.oid in (select tgfoid from triggers)
    union all
    select 'rule ' || rulename || ' on ' || relname, pg_get_ruledef(r.oid, true)
    from pg_rewrite r join trail on trail.oid = r.ev_class
    union all
    select 'policy ' || polname || ' on ' || relname, polcmd::text from pg_policy join trail on trail.oid = polrelid
    union all
    select 'setting session_replication_role', setconfig::text from pg_db_role_setting
    where array_to_string(setconfig, ' ') ilike '%session_replication_role%'
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by 1`.execute(db);
  return rows;
}

/** Whether the current role could change or remove the guards, because it owns the trail or is a superuser. */
export async function ownsTrail(db: Database): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, relowner, 'member')), false) as owns
    from pg_class where oid in (to_regclass('audit_events'), to_regclass('audit_seals'))`.execute(db);
  return rows[0]?.owns ?? false;
}
