-- What a customer gave when a request was completed, with who recorded it and when. A row is never changed, except that it
-- is marked as superseded when the request leaves completed: a new completion needs new evidence.
create table request_evidence (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  rating smallint not null check (rating between 1 and 5),
  customer_notes text,
  signature_id uuid references files (id),
  recorded_by integer references users (id),
  recorded_at timestamptz not null,
  superseded_at timestamptz
);
create index request_evidence_request on request_evidence (request_id, id);
create unique index request_evidence_current on request_evidence (request_id) where superseded_at is null;

insert into request_evidence (request_id, rating, customer_notes, signature_id, recorded_by, recorded_at, superseded_at)
select r.id, r.rating, r.customer_notes, signature.id, coalesce(signature.uploaded_by, completion.changed_by),
  coalesce(completion.changed_at, r.completed_at, r.updated_at),
  case when r.status <> 'completed' then r.updated_at end
from requests r
left join lateral (
  select id, uploaded_by from files where request_id = r.id and kind = 'signature' order by created_at desc limit 1
) signature on true
left join lateral (
  select changed_by, changed_at from request_status_changes
  where request_id = r.id and status = 'completed' order by id desc limit 1
) completion on true
where r.rating is not null;

-- The request itself shows the evidence of its present completion, and none while it is open.
update requests set rating = null, customer_notes = null
where status <> 'completed' and (rating is not null or customer_notes is not null);
alter table requests add constraint requests_evidence_of_completed
  check (status = 'completed' or (rating is null and customer_notes is null));

-- Every change of the assignee; null stands for nobody.
create table request_assignments (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  assigned_from integer references users (id),
  assigned_to integer references users (id),
  changed_by integer references users (id),
  changed_at timestamptz not null
);
create index request_assignments_request on request_assignments (request_id, id);
insert into request_assignments (request_id, assigned_from, assigned_to, changed_by, changed_at)
select entity_id::integer, (before ->> 'assigned_to')::integer, (after ->> 'assigned_to')::integer, actor_id, at
from audit_events
where action in ('requests.assign', 'requests.unassign')
  and (before ->> 'assigned_to') is distinct from (after ->> 'assigned_to')
order by id;

-- A key answers only for the same content: the hash of what was sent, and who sent it, stand beside the key. Rows live for
-- a day; those from before cannot be compared and go.
delete from idempotency_keys;
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  add column caller text not null,
  add column content_hash bytea not null,
  add primary key (scope, key, caller);
