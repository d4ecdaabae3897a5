-- What each person of the office keeps of the lists: filters under a name, and the columns of a table.
create table views (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  name text not null,
  query text not null,
  hidden text[] not null,
  density text not null check (density in ('comfortable', 'compact')),
  version integer not null default 1,
  changed_at timestamptz not null,
  unique (user_id, name)
);

create table table_choices (
  user_id integer not null references users (id),
  table_name text not null,
  hidden text[] not null,
  density text not null check (density in ('comfortable', 'compact')),
  primary key (user_id, table_name)
);
