-- Who reopened a completed request and so took its rating back. A low rating that a technician took back is unseen, and stays
-- among the office's exceptions, until the office has acted on the request.
alter table request_evidence
  add column superseded_by integer references users (id),
  add column unseen boolean not null default false;
create index request_evidence_unseen on request_evidence (request_id) where unseen;
