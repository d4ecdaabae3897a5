-- A version for every row that two people may edit at once, and who touched it last.
alter table users
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column changed_by integer references users (id);
-- A deleted user's name stays on what they did; their address is free again.
alter table users drop constraint users_email_key;
create unique index users_email on users (email) where deleted_at is null;

alter table requests
  add column version integer not null default 1,
  add column changed_by integer references users (id),
  add column last_change text;

-- The contact form's messages.
create type contact_status as enum ('new', 'contacted', 'resolved', 'spam');
create table contact_messages (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  phone text,
  message text not null,
  status contact_status not null default 'new',
  notes text not null default '',
  ip_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_by integer references users (id),
  changed_at timestamptz,
  search_text text not null generated always as (
    lower(name || E'\n' || email || E'\n' || coalesce(phone, '') || E'\n' || message)
  ) stored
);
create index contact_messages_created on contact_messages (created_at desc, id desc);
create index contact_messages_status on contact_messages (status, created_at desc, id desc);
create index contact_messages_search on contact_messages using gin (search_text gin_trgm_ops);

-- Finding a customer by name, address or phone.
alter table customers add column search_text text not null generated always as (
  lower(name || E'\n' || email || E'\n' || phone)
) stored;
create index customers_search on customers using gin (search_text gin_trgm_ops);
create index customers_created on customers (created_at desc, id desc);

-- What one user should know.
create type notification_type as enum ('contact', 'service_request', 'status_update', 'system');
create type notification_priority as enum ('high', 'medium', 'low');
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  type notification_type not null,
  title text not null,
  message text not null,
  priority notification_priority not null,
  link text check (link ~ '^/dashboard'),
  is_read boolean not null default false,
  created_at timestamptz not null
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;

-- Totals of look-ups that outlive the 90 days of their rows.
create table request_view_totals (
  request_id integer primary key references requests (id),
  total integer not null,
  unique_ips integer not null,
  mobile integer not null,
  tablet integer not null,
  desktop integer not null,
  unknown integer not null,
  first_tracked timestamptz not null,
  last_tracked timestamptz not null
);
insert into request_view_totals
select request_id, count(*), count(distinct ip_address),
  count(*) filter (where device_type = 'mobile'), count(*) filter (where device_type = 'tablet'),
  count(*) filter (where device_type = 'desktop'), count(*) filter (where device_type = 'unknown'),
  min(tracked_at), max(tracked_at)
from request_views group by request_id;
create index request_views_tracked on request_views (tracked_at);
create index request_views_ip on request_views (request_id, ip_address, tracked_at);

-- The answers of calls that must happen once, kept for a day.
create table idempotency_keys (
  scope text not null,
  key uuid not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- The audit trail. Events are only ever added; their seals are added in order by one sealer at a time.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id integer,
  actor_name text not null,
  actor_role role,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  ip text not null,
  user_agent text not null
);
create index audit_events_at on audit_events (at desc, id desc);
create index audit_events_actor on audit_events (actor_id, id desc);
create index audit_events_entity on audit_events (entity, entity_id, id desc);
create index audit_events_action on audit_events (action, id desc);
-- One seal for every event, in the order of sealing: keyed hashes whose key is not in this database (decision 0005).
create table audit_seals (
  seq bigint primary key,
  event_id bigint not null unique,
  content_mac bytea not null,
  time_mac bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);
-- What still waits for its seal: filled in the event's own transaction, so that nothing committed late is ever missed.
create table audit_unsealed (event_id bigint primary key);
create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from added;
  return null;
end $$;
create trigger audit_events_await_seal after insert on audit_events
  referencing new table as added for each statement execute function await_seal();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is not allowed on %: the audit trail only grows', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger audit_events_only_grow before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
create trigger audit_seals_only_grow before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
-- The second lock: the app's own role, which runs this, gives the right away.
revoke update, delete, truncate on audit_events, audit_seals from current_user;

-- Counters of calls and of failed sign-ins, shared by all instances; the library's own layout.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- A search compares lower case with lower case: a plain LIKE is many times cheaper than ILIKE, which folds every row.
alter table requests drop column search_text;
alter table requests add column search_text text not null generated always as (
  lower(external_id || E'\n' || title || E'\n' || customer_name || E'\n' || customer_email)
) stored;
create index requests_search on requests using gin (search_text gin_trgm_ops);

-- Every filter of the lists with every order, on a million rows. The included columns let a deep page, and any count or
-- search that no other index narrows down, read this one index and never the table.
drop index requests_created;
create index requests_created on requests (created_at desc, id desc)
  include (status, priority, assigned_to, search_text);
create index requests_status_priority on requests (status, priority, created_at desc, id desc);
-- Few are unassigned, and those are the newest: from the oldest on, nearly every row would have to be skipped.
create index requests_unassigned on requests (created_at desc, id desc) include (status, priority)
  where assigned_to is null;
-- A technician's open work among all that they ever did.
create index requests_open on requests (assigned_to, created_at desc, id desc)
  where status in ('pending', 'assigned', 'in_progress');
-- A customer's figures without their requests' rows.
drop index requests_customer;
create index requests_customer on requests (customer_id, created_at desc, id desc) include (status, rating);
create index notifications_created on notifications (created_at);

-- New rows must soon be known to the visibility map, which counts from an index alone live on, and to the planner.
alter table requests set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

-- How many rows there are of each kind, kept by triggers in the transaction that changes them. A kind has several rows,
-- and a writer takes one that no other holds: writers never wait for each other here. The sum of them is the count.
create table row_counts (
  id integer generated always as identity primary key,
  counted text not null,
  status text not null default '',
  priority text not null default '',
  assigned boolean not null default false,
  n integer not null
) with (fillfactor = 50);
create index row_counts_kind on row_counts (counted, status, priority, assigned);

create function add_to_count(the_counted text, the_status text, the_priority text, is_assigned boolean, change integer)
returns void language plpgsql as $$
declare
  free integer;
begin
  select id into free from row_counts
  where counted = the_counted and status = the_status and priority = the_priority and assigned = is_assigned
  limit 1 for update skip locked;
  if found then
    update row_counts set n = n + change where id = free;
  else
    insert into row_counts (counted, status, priority, assigned, n)
    values (the_counted, the_status, the_priority, is_assigned, change);
  end if;
end $$;

create function count_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_count('requests', k.status, k.priority, k.assigned, k.n) from (
      select status::text, priority::text, assigned_to is not null as assigned, count(*)::integer as n
      from added group by 1, 2, 3
    ) k;
  elsif tg_op = 'DELETE' then
    perform add_to_count('requests', k.status, k.priority, k.assigned, -k.n) from (
      select status::text, priority::text, assigned_to is not null as assigned, count(*)::integer as n
      from removed group by 1, 2, 3
    ) k;
  else
    perform add_to_count('requests', k.status, k.priority, k.assigned, k.n) from (
      select status::text, priority::text, assigned, sum(change)::integer as n from (
        select status, priority, assigned_to is not null as assigned, 1 as change from added
        union all select status, priority, assigned_to is not null, -1 from removed
      ) moved group by 1, 2, 3 having sum(change) <> 0
    ) k;
  end if;
  return null;
end $$;

create function count_contact_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_count('contact_messages', k.status, '', false, k.n)
    from (select status::text, count(*)::integer as n from added group by 1) k;
  elsif tg_op = 'DELETE' then
    perform add_to_count('contact_messages', k.status, '', false, -k.n)
    from (select status::text, count(*)::integer as n from removed group by 1) k;
  else
    perform add_to_count('contact_messages', k.status, '', false, k.n) from (
      select status::text, sum(change)::integer as n from (
        select status, 1 as change from added union all select status, -1 from removed
      ) moved group by 1 having sum(change) <> 0
    ) k;
  end if;
  return null;
end $$;

-- No UPDATE here: a customer is always one customer. An upsert that finds its row adds none.
create function count_customers() returns trigger language plpgsql as $$
declare
  change integer;
begin
  if tg_op = 'INSERT' then select count(*) into change from added; else select -count(*) into change from removed; end if;
  if change <> 0 then perform add_to_count('customers', '', '', false, change); end if;
  return null;
end $$;

create trigger requests_count_added after insert on requests
  referencing new table as added for each statement execute function count_requests();
create trigger requests_count_moved after update on requests
  referencing old table as removed new table as added for each statement execute function count_requests();
create trigger requests_count_removed after delete on requests
  referencing old table as removed for each statement execute function count_requests();
create trigger contact_messages_count_added after insert on contact_messages
  referencing new table as added for each statement execute function count_contact_messages();
create trigger contact_messages_count_moved after update on contact_messages
  referencing old table as removed new table as added for each statement execute function count_contact_messages();
create trigger contact_messages_count_removed after delete on contact_messages
  referencing old table as removed for each statement execute function count_contact_messages();
create trigger customers_count_added after insert on customers
  referencing new table as added for each statement execute function count_customers();
create trigger customers_count_removed after delete on customers
  referencing old table as removed for each statement execute function count_customers();

-- What the counts must be, by counting.
create view row_counts_by_rows as
  select 'requests' as counted, status::text, priority::text, assigned_to is not null as assigned, count(*)::integer as n
  from requests group by 2, 3, 4
  union all
  select 'contact_messages', status::text, '', false, count(*)::integer from contact_messages group by 2
  union all
  select 'customers', '', '', false, count(*)::integer from customers;

-- Makes the counts anew, in one row a kind. Writers wait meanwhile, in the order in which they take the tables.
create function rebuild_row_counts() returns void language plpgsql as $$
begin
  lock table customers, requests, contact_messages in share mode;
  delete from row_counts;
  insert into row_counts (counted, status, priority, assigned, n) select * from row_counts_by_rows;
end $$;
select rebuild_row_counts();
