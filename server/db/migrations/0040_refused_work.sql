-- Work order updates that came after their request had gone to somebody else, or after their technician had left. The office saves
-- each to its request or discards it. A row is never changed, except that it is settled.
create type refused_outcome as enum ('saved', 'discarded', 'replaced');
create table refused_work (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  technician_id integer not null references users (id),
  idempotency_key uuid,
  -- Null: the technician did not change it.
  status request_status,
  notes text,
  rating smallint check (rating between 1 and 5),
  customer_notes text,
  signature_kind signature_kind,
  signed_name text,
  unsigned unsigned_kind,
  unsigned_reason text,
  received_at timestamptz not null,
  outcome refused_outcome,
  settled_at timestamptz,
  settled_by integer references users (id),
  check ((settled_at is null) = (outcome is null))
);
create unique index refused_work_open on refused_work (request_id, technician_id) where settled_at is null;
create index refused_work_request on refused_work (request_id, id);
create unique index refused_work_key on refused_work (technician_id, request_id, idempotency_key);

-- The files of refused work belong to no request's gallery until the work is saved.
alter table files add column refused_work_id integer references refused_work (id);
create index files_refused_work on files (refused_work_id) where refused_work_id is not null;

-- Sessions that have ended, however they ended. A device that holds unsent work of somebody who can't sign in anymore proves with it
-- whose work it is. `proof` is the SHA-256 of what the device shows, which is the SHA-256 of its session's token.
create table ended_sessions (
  proof bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  ended_at timestamptz not null
);
create index ended_sessions_time on ended_sessions (ended_at);
create index ended_sessions_user on ended_sessions (user_id);
create function keep_ended_session() returns trigger language plpgsql as $$
begin
  insert into ended_sessions (proof, user_id, ended_at)
    select sha256(ended.token_hash), ended.user_id, now() from ended
    where exists (select from users where users.id = ended.user_id)
    on conflict do nothing;
  return null;
end
$$;
create trigger sessions_keep_ended after delete on sessions
  referencing old table as ended for each statement execute function keep_ended_session();
