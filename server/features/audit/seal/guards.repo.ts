import { type Kysely, sql, Transaction } from 'kysely';
import type { DB } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

/** A database object that decides what happens to an entry of the trail, with a digest of what it does (SHA-256, hex). */
export type Guard = { name: string; digest: string };

/**
 * Runs `work` in a transaction in which names mean PostgreSQL's own objects, whatever stands in the other schemas: what a name without
 * a schema means decides what a judgment is worth.
 */
async function underOwnNames<T>(db: Database, work: (on: Kysely<DB>) => Promise<T>): Promise<T> {
  const setPath = (on: Kysely<DB>, path: string) =>
    sql`select pg_catalog.set_config('search_path', ${path}, true)`.execute(on);
  const judge = async (on: Kysely<DB>) => {
    const { rows } = await sql<{ path: string }>`select pg_catalog.current_setting('search_path') as path`.execute(on);
    await setPath(on, 'pg_catalog, pg_temp');
    const answer = await work(on);
    await setPath(on, rows[0]?.path ?? '');
    return answer;
  };
  const builder = db as Kysely<DB>;
  const isInTransaction: boolean = builder instanceof Transaction || 'announcer' in db;
  return isInTransaction ? judge(builder) : builder.transaction().execute(judge);
}

/**
 * Lists everything that may act on the trail in the transaction of a change, let somebody change it, or hide it from readers: the
 * kind, columns, constraints and owners of its tables; the triggers, rules and row policies of every table, because a trigger elsewhere may remove an
 * entry that the same change added; the product's functions, those behind triggers, and those that run with their owner's rights, and where
 * functions are used by themselves; operators, casts and event triggers; rights to more than adding; what else the roles that may
 * add have power over; and settings that switch triggers off or the role over.
 */
export async function listGuards(db: Database): Promise<Guard[]> {
  return underOwnNames(db, async (on) => {
    const { rows } = await sql<Guard>`
    with schemas as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), tables as (
      select c.*, case nspname when 'public' then '' else quote_ident(nspname) || '.' end || quote_ident(relname) as called
      from pg_class c join schemas s on s.oid = c.relnamespace
    ), trail as (
      select * from tables
      where oid in (to_regclass('public.audit_events'), to_regclass('public.audit_seals'), to_regclass('public.audit_unsealed'))
    ), triggers as (
      select t.*, called from pg_trigger t join tables on tables.oid = t.tgrelid where not t.tgisinternal
    ), functions as (
      select p.*, lanname, nspname, regexp_replace(p.oid::regprocedure::text, '^public\\.', '') as called
      from pg_proc p join pg_language l on l.oid = prolang left join schemas s on s.oid = p.pronamespace
      where not exists (
        -- The functions of an extension are C; one that is not was put among them.
        select from pg_depend d join pg_extension e on e.oid = d.refobjid
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e' and (e.extname <> 'pg_trgm' or lanname = 'c')
      )
    ), rights as (
      select oid, called, relowner, relacl as acl from trail
      union all
      select trail.oid, called, relowner, attacl from trail join pg_attribute on attrelid = trail.oid where attacl is not null
    ), adders as (
      select distinct r.*, relowner from rights, aclexplode(acl) a join pg_roles r on r.oid = a.grantee where a.grantee <> relowner
    ), uses as (
      select f.called, case d.classid
        when 'pg_class'::regclass then (select 'index ' || t.called from tables t where t.oid = d.objid)
        when 'pg_constraint'::regclass then (
          select 'constraint ' || conname || ' of ' || coalesce(t.called, contypid::regtype::text)
          from pg_constraint k left join tables t on t.oid = conrelid where k.oid = d.objid
        )
        when 'pg_attrdef'::regclass then (
          select 'column ' || attname || ' of ' || t.called
          from pg_attrdef v join tables t on t.oid = adrelid join pg_attribute c on attrelid = adrelid and attnum = adnum
          where v.oid = d.objid
        )
      end as place
      from pg_depend d join functions f on f.oid = d.refobjid
      where d.refclassid = 'pg_proc'::regclass and f.nspname is not null
    ), guards (name, definition) as (
      select 'table ' || called, concat_ws(' ', relkind, relpersistence,
        case when relrowsecurity or relforcerowsecurity then 'row security' end,
        case when exists (select from pg_inherits i where trail.oid in (i.inhrelid, i.inhparent)) then 'inheritance' end)
      from trail
      union all
      select 'column ' || attname || ' of ' || called, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
        attidentity, attgenerated, collname, pg_get_expr(adbin, adrelid))
      from trail join pg_attribute c on attrelid = trail.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = attrelid and adnum = attnum left join pg_collation k on k.oid = attcollation
      union all
      -- Newer servers list each "not null" here as well.
      select 'constraint ' || conname || ' of ' || called, pg_get_constraintdef(k.oid, true)
      from trail join pg_constraint k on conrelid = trail.oid and contype <> 'n'
      union all
      select 'trigger ' || tgname || ' on ' || called, tgenabled::text || ' ' || pg_get_triggerdef(oid, true) from triggers
      union all
      select 'function ' || called, concat_ws(' ', lanname, case when prosecdef then 'definer' end, proconfig::text,
        provolatile, proisstrict, format_type(prorettype, null), pg_get_function_arguments(oid),
        regexp_replace(btrim(prosrc, E' \\n'), '\\s+', ' ', 'g'), pg_get_function_sqlbody(oid))
      from functions
      where oid in (select tgfoid from triggers union select evtfoid from pg_event_trigger)
        or nspname is not null and (prosecdef or nspname in ('public', 'pgboss'))
      union all
      select distinct 'use of ' || called || ' in ' || place, '' from uses where place is not null
      union all
      select 'operator ' || o.oid::regoperator, '' from pg_operator o join schemas s on s.oid = oprnamespace
      where not exists (select from pg_depend d where d.classid = 'pg_operator'::regclass and d.objid = o.oid and d.deptype = 'e')
      union all
      -- The numbers below are those of PostgreSQL itself.
      select 'cast from ' || castsource::regtype || ' to ' || casttarget::regtype, '' from pg_cast c
      where c.oid >= 16384
        and not exists (select from pg_depend d where d.classid = 'pg_cast'::regclass and d.objid = c.oid and d.deptype = 'e')
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
        and (oid is distinct from to_regclass('public.audit_unsealed') or a.privilege_type not in ('UPDATE', 'DELETE'))
      union all
      -- What belongs to another role than the rest is that role's to change.
      select 'owner ' || owner::regrole || ' of ' || what, '' from (
        select relowner as owner, 'table ' || called as what from trail
        union all
        select proowner, 'function ' || called from functions where nspname = 'public'
      ) owned where owner <> (select relowner from pg_class where oid = to_regclass('public.kysely_migration'))
      union all
      select 'power of ' || quote_ident(rolname) || ' over ' || what, '' from adders, lateral (values
        (case when pg_has_role(oid, relowner, 'MEMBER') then 'what the owner of the trail owns' end),
        (case when rolcreaterole then 'other roles' end),
        (case when rolreplication then 'replication' end)
      ) powers (what) where what is not null
      union all
      select 'power of ' || quote_ident(rolname) || ' to create in ' || n.nspname, ''
      from pg_namespace n join schemas using (oid), aclexplode(n.nspacl) a join adders on adders.oid = a.grantee
      where a.privilege_type = 'CREATE'
      union all
      select distinct 'power of ' || case a.grantee when 0 then 'everybody' else a.grantee::regrole::text end || ' to set ' || parname, ''
      from pg_parameter_acl, aclexplode(paracl) a where a.grantee = 0 or a.grantee in (select oid from adders)
      union all
      select 'setting ' || split_part(setting, '=', 1) || case setrole when 0 then '' else ' of ' || setrole::regrole end, setting
      from pg_db_role_setting, unnest(setconfig) setting
      where split_part(setting, '=', 1) in ('session_replication_role', 'role', 'session_preload_libraries', 'local_preload_libraries')
        and setdatabase in (0, (select oid from pg_database where datname = current_database()))
    )
    select name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') as digest from guards order by name collate "C"`.execute(
      on,
    );
    return rows;
  });
}

/** Whether the current role could change or remove the guards, because it owns the trail or is a superuser. */
export async function ownsTrail(db: Database): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, relowner, 'member')), false) as owns
    from pg_class where oid in (to_regclass('public.audit_events'), to_regclass('public.audit_seals'))`.execute(db);
  return rows[0]?.owns ?? false;
}
