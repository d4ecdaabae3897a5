create type role as enum ('admin', 'technician', 'auditor');
create type request_status as enum ('pending', 'assigned', 'in_progress', 'completed', 'cancelled');
create type request_priority as enum ('low', 'medium', 'high', 'urgent');
create type file_kind as enum ('attachment', 'photo', 'signature');
create type device_type as enum ('mobile', 'tablet', 'desktop', 'unknown');

-- Staff. E-mail addresses are kept in lower case, so that one address is one account.
create table users (
  id integer generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  phone text,
  password_hash text not null,
  role role not null,
  base_location text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Bearer tokens of signed-in staff; only the hash is kept. idle_seconds null: no idle limit.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  idle_seconds integer,
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- The one-time link that makes the first admin of a fresh installation.
create table setup_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- Keys that every instance on this database must share.
create table secrets (
  name text primary key,
  value bytea not null
);

create table customers (
  id integer generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  phone text not null,
  address text not null,
  payment_address text,
  created_at timestamptz not null
);

-- Service requests, each with its own snapshot of the customer's details.
create extension if not exists pg_trgm;
create table requests (
  id integer generated always as identity primary key,
  external_id text not null unique check (external_id ~ '^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$'),
  title text not null,
  description text not null,
  status request_status not null default 'pending',
  priority request_priority not null,
  service_type text,
  assigned_to integer references users (id),
  customer_id integer not null references customers (id),
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  customer_address text not null,
  payment_address text,
  customer_notes text,
  rating smallint check (rating between 1 and 5),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- A line break keeps a search from matching across two fields.
  search_text text not null generated always as (
    external_id || E'\n' || title || E'\n' || customer_name || E'\n' || customer_email
  ) stored,
  check ((status = 'completed') = (completed_at is not null))
);
create index requests_created on requests (created_at desc, id desc);
create index requests_status on requests (status, created_at desc, id desc);
create index requests_priority on requests (priority, created_at desc, id desc);
create index requests_assigned on requests (assigned_to, created_at desc, id desc);
create index requests_customer on requests (customer_id, created_at desc);
create index requests_search on requests using gin (search_text gin_trgm_ops);

-- Every status a request has had, the first one included: the customer's timeline.
create table request_status_changes (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  status request_status not null,
  changed_by integer references users (id),
  changed_at timestamptz not null
);
create index request_status_changes_request on request_status_changes (request_id, id);

create table request_notes (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  author_id integer not null references users (id),
  body text not null,
  created_at timestamptz not null
);
create index request_notes_request on request_notes (request_id, id);

-- Stored files; the bytes lie in the file store under the id, and are durable before a row names them.
create table files (
  id uuid primary key,
  request_id integer not null references requests (id),
  kind file_kind not null,
  file_name text not null,
  file_type text not null,
  file_size integer not null,
  sha256 bytea not null,
  has_thumbnail boolean not null,
  uploaded_by integer references users (id),
  created_at timestamptz not null
);
create index files_request on files (request_id, created_at, id);

-- Look-ups of a request by its tracking ID.
create table request_views (
  id bigint generated always as identity primary key,
  request_id integer not null references requests (id),
  device_type device_type not null,
  ip_address text not null,
  tracked_at timestamptz not null
);
create index request_views_request on request_views (request_id, tracked_at desc);
