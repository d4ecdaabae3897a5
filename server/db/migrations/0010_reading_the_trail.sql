-- Every filter of the audit trail in the order of time, on a million events. The included columns let the entries of one
-- person be filtered further by reading the index alone.
drop index audit_events_actor, audit_events_action, audit_events_entity;
create index audit_events_actor on audit_events (actor_id, at desc, id desc) include (action, entity);
create index audit_events_action on audit_events (action, at desc, id desc);
create index audit_events_entity on audit_events (entity, at desc, id desc);
create index audit_events_thing on audit_events (entity, entity_id, at desc, id desc);
-- New rows must soon be known to the visibility map, which reading an index alone depends on, and to the planner.
alter table audit_events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- The verifications of the audit trail that someone asked for, with how far the running one has come.
create table audit_verifications (
  id integer generated always as identity primary key,
  -- Who asked, as an entry of the trail names them: the verdict is theirs as well.
  started_by integer not null references users (id),
  started_by_name text not null,
  started_by_role role not null,
  ip text not null,
  user_agent text not null,
  started_at timestamptz not null,
  -- Sealed events: how many there are to check, and how many of them are checked.
  total bigint not null default 0,
  checked bigint not null default 0,
  -- The last sign of life of the instance that works on it.
  seen_at timestamptz not null,
  finished_at timestamptz,
  -- Null in a finished one: it could not be completed.
  verdict jsonb,
  check (finished_at is not null or verdict is null)
);
-- At most one runs.
create unique index audit_verifications_running on audit_verifications ((true)) where finished_at is null;
