-- Requests that came with something in the hidden field of the form. Form fillers and password managers do that for real people too, so
-- the office accepts or deletes each. None is a row of `requests`, so that no list, count, report, export or search has it.
create table held_requests (
  id integer generated always as identity primary key,
  external_id text not null unique check (external_id ~ '^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$'),
  title text not null,
  description text not null,
  priority request_priority not null,
  service_type text,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  customer_address text not null,
  payment_address text,
  -- What the hidden field had.
  hidden_text text not null,
  created_at timestamptz not null
);
create index held_requests_created on held_requests (created_at desc, id desc);

-- What became of a held request, for as long as somebody may have it open in a list: the second of two people learns who was first.
create type held_outcome as enum ('accepted', 'deleted', 'expired');
create table settled_held_requests (
  id integer primary key,
  outcome held_outcome not null,
  settled_at timestamptz not null,
  -- Null: the product, because the time was over.
  settled_by integer references users (id)
);
create index settled_held_requests_time on settled_held_requests (settled_at);

-- A file belongs to a request or to a held one.
alter table files alter column request_id drop not null;
-- Checked at the end of a transaction: accepting removes the held request before there is a request for its files.
alter table files add column held_request_id integer references held_requests (id) deferrable initially deferred;
alter table files add constraint files_belong check (num_nonnulls(request_id, held_request_id) = 1);
create index files_held_request on files (held_request_id) where held_request_id is not null;
-- The files of a deleted held request lose their rows, and each deletion looks here for a signature.
create index request_evidence_signature on request_evidence (signature_id);

-- A tracking ID belongs to a request or to a held one. One that is in use in the other table is skipped, as the unique index lets a new
-- one be skipped in its own: the caller tries another ID. In the database, so that a new request takes no further statement.
create function skip_used_tracking_id() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'requests' then
    if exists (select from held_requests where external_id = new.external_id) then
      return null;
    end if;
  elsif exists (select from requests where external_id = new.external_id) then
    return null;
  end if;
  return new;
end
$$;
create trigger requests_skip_used_tracking_id before insert on requests
  for each row execute function skip_used_tracking_id();
create trigger held_requests_skip_used_tracking_id before insert on held_requests
  for each row execute function skip_used_tracking_id();
