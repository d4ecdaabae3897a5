-- What each migration said when it was applied, so that one that was edited afterwards is found.
create table migration_checksums (
  name text primary key,
  sha256 bytea not null
);

-- Networks from which someone has signed in before; only a keyed hash is kept. A flood of failures never locks them out.
create table known_networks (
  user_id integer not null references users (id) on delete cascade,
  network bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, network)
);
