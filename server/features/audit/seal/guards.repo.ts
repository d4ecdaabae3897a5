import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

/** A database object that decides what happens to an entry of the trail, with a digest of what it does (SHA-256, hex). */
export type Guard = { name: string; digest: string };

/**
 * Lists everything that may act on the trail in the transaction of a change, or let somebody change it: the kind of its
 * tables; the triggers, rules and row policies of every table, because a trigger elsewhere may remove an entry that the same
 * change added; the functions behind triggers, and those that run with their owner's rights; event triggers; rights to more
 * than adding; and settings that switch triggers off or the role over.
 */
export async function listGuards(db: Database): Promise<Guard[]> {
  const { rows } = await sql<Guard>`
    with schemas as (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), tables as (
      select c.*, c.oid::regclass::text as called from pg_class c join schemas on schemas.oid = c.relnamespace
    ), trail as (
      select * from tables where oid in (to_regclass('audit_events'), to_regclass('audit_seals'), to_regclass('audit_unsealed'))
    ), triggers as (
      select t.*, called from pg_trigger t join tables on tables.oid = t.tgrelid where not t.tgisinternal
    ), rights as (
      select oid, called, relowner, relacl as acl from trail
      union all
      select trail.oid, called, relowner, attacl from trail join pg_attribute on attrelid = trail.oid where attacl is not null
    ), guards (name, definition) as (
      select 'table ' || called, concat_ws(' ', relkind,
        case when relrowsecurity or relforcerowsecurity then 'row security' end,
        case when exists (select from pg_inherits i where trail.oid in (i.inhrelid, i.inhparent)) then 'inheritance' end)
      from trail
      union all
      select 'trigger ' || tgname || ' on ' || called, tgenabled::text || ' ' || pg_get_triggerdef(oid, true) from triggers
      union all
      select 'function ' || p.oid::regprocedure, concat_ws(' ', lanname, case when prosecdef then 'definer' end,
        proconfig::text, regexp_replace(btrim(prosrc, E' \\n'), '\\s+', ' ', 'g'))
      from pg_proc p join pg_language l on l.oid = prolang
      where p.oid in (select tgfoid from triggers union select evtfoid from pg_event_trigger) or prosecdef and pronamespace in (select oid from schemas)
      union all
      select 'rule ' || rulename || ' on ' || called, ev_enabled::text || ' ' || pg_get_ruledef(r.oid, true)
      from pg_rewrite r join tables on tables.oid = r.ev_class where rulename <> '_RETURN'
      union all
      select 'policy ' || polname || ' on ' || called, concat_ws(' ', polcmd, polpermissive,
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy join tables on tables.oid = polrelid
      union all
      select 'event trigger ' || evtname, concat_ws(' ', evtevent, evtenabled, evtfoid::regprocedure) from pg_event_trigger
      union all
      select distinct 'right of ' || case a.grantee when 0 then 'everybody' else a.grantee::regrole::text end || ' to '
        || lower(a.privilege_type) || ' on ' || called, ''
      from rights, aclexplode(acl) a
      where a.grantee <> relowner and a.privilege_type not in ('SELECT', 'INSERT')
        and (oid is distinct from to_regclass('audit_unsealed') or a.privilege_type not in ('UPDATE', 'DELETE'))
      union all
      select 'setting ' || split_part(setting, '=', 1) || case setrole when 0 then '' else ' of ' || setrole::regrole end, setting
      from pg_db_role_setting, unnest(setconfig) setting
      where split_part(setting, '=', 1) in ('session_replication_role', 'role')
        and setdatabase in (0, (select oid from pg_database where datname = current_database()))
    )
    select name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') as digest from guards order by 1`.execute(db);
  return rows;
}

/** Whether the current role could change or remove the guards, because it owns the trail or is a superuser. */
export async function ownsTrail(db: Database): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, relowner, 'member')), false) as owns
    from pg_class where oid in (to_regclass('audit_events'), to_regclass('audit_seals'))`.execute(db);
  return rows[0]?.owns ?? false;
}
