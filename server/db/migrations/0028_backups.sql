-- One row: whether back-ups are made by themselves, when, and how many are kept. Where they go is a setting of the machine.
create table backup_settings (
  id boolean primary key default true check (id),
  enabled boolean not null default false,
  -- Since when: what was due before is not made up for.
  enabled_since timestamptz,
  -- On a 24-hour clock in the business's time zone.
  at_time text not null default '02:30' check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  keep_daily integer not null default 7 check (keep_daily between 1 and 60),
  keep_weekly integer not null default 4 check (keep_weekly between 0 and 60),
  keep_monthly integer not null default 12 check (keep_monthly between 0 and 60),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by integer references users (id),
  check (enabled = (enabled_since is not null))
);
insert into backup_settings default values;

-- Every back-up that this product made, or tried to make, by itself or because an admin asked for it.
create table backup_runs (
  id integer generated always as identity primary key,
  -- Null: it was due.
  started_by integer references users (id),
  started_at timestamptz not null,
  -- How many instances have begun it: one that lost it ends nothing.
  tries integer not null default 0,
  -- The last sign of life of the instance that works on it.
  seen_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('made', 'failed')),
  -- The name of its folder, without the one that it is in.
  folder text,
  bytes bigint,
  row_count bigint,
  file_count integer,
  -- Whether every hash in it was read back and found right.
  verified boolean not null default false,
  error text,
  -- When it was removed, because newer ones took its place.
  removed_at timestamptz,
  check ((ended_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'failed') = (error is not null))
);
-- At most one is under way, over all instances.
create unique index backup_runs_running on backup_runs ((true)) where ended_at is null;
create index backup_runs_outcome on backup_runs (outcome, ended_at desc);
