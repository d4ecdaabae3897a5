-- The contractor's details: one row, which an admin edits and every instance reads.
create table settings (
  id boolean primary key default true check (id),
  details jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by integer references users (id)
);
