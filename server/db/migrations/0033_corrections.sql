-- Every correction of the submitted fields, for the timeline that staff sees. The trail has them too, but only the trail reads itself: it
-- stands on requests.
create table request_corrections (
  id integer generated always as identity primary key,
  request_id integer not null references requests (id),
  -- The columns that it changed.
  fields text[] not null,
  changed_by integer references users (id),
  changed_at timestamptz not null
);
create index request_corrections_request on request_corrections (request_id, id);
insert into request_corrections (request_id, fields, changed_by, changed_at)
select entity_id::integer, array(select jsonb_object_keys(after)), actor_id, at
from audit_events
where action = 'requests.update'
order by id;
