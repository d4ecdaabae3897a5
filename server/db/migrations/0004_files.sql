-- Which installation this database belongs to. The data folder carries the same id: files are never tidied up by a database
-- that is not theirs.
create table installation (
  id boolean primary key default true check (id),
  installation_id uuid not null
);

-- The order in which the files of one call were sent, and when a file was found damaged or missing in the store.
alter table files
  add column position smallint not null default 0,
  add column damaged_at timestamptz;
drop index files_request;
create index files_request on files (request_id, created_at, position, id);
