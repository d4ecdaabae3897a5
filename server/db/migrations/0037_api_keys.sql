-- The keys with which programs of the business read. Of the secret only the SHA-256 is kept. An ended key stays, so that the list
-- can say who ended it.
create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null unique,
  -- The last day on which it works, in the business's time zone. Null: it does not expire.
  last_day date,
  last_used_at timestamptz,
  created_at timestamptz not null,
  created_by integer not null references users (id),
  ended_at timestamptz,
  ended_by integer references users (id),
  check ((ended_at is null) = (ended_by is null))
);
