-- How a signature was given: drawn, or a name typed by the customer. Null for those from before, of which nobody knows it.
create type signature_kind as enum ('drawn', 'typed');
alter table request_evidence add column signature_kind signature_kind, add column signed_name text;
alter table request_evidence add constraint request_evidence_signed_name
  check (signed_name is null or signature_kind = 'typed');

-- Visits that ended without a signature, with the reason and the technician who has confirmed it. While a visit is not settled,
-- its request is flagged for the office. A row is never changed, except that it is settled.
create type unsigned_kind as enum ('absent', 'declined');
create table unsigned_visits (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  kind unsigned_kind not null,
  reason text not null,
  recorded_by integer not null references users (id),
  recorded_at timestamptz not null,
  settled_at timestamptz
);
create index unsigned_visits_request on unsigned_visits (request_id, id);
create unique index unsigned_visits_open on unsigned_visits (request_id) where settled_at is null;
