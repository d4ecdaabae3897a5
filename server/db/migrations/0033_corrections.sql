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
-- The trail outlives what it names, so only what is there is taken over.
insert into request_corrections (request_id, fields, changed_by, changed_at)
select requests.id, array(select jsonb_object_keys(event.after)), users.id, event.at
from audit_events event
join requests on requests.id::text = event.entity_id
left join users on users.id = event.actor_id
where event.action = 'requests.update' and event.after is not null
order by event.id;
