-- When a request was first assigned, for the response time of the office. Set once and kept.
alter table requests add column first_assigned_at timestamptz;
-- From the history of assignments, or else from the timeline, or else from the last change of a request that is assigned.
-- Without the triggers, because nothing changes that they count.
alter table requests disable trigger user;
update requests r set first_assigned_at = first.at from (
  select r.id, coalesce(assignment.at, moved.at, r.updated_at) as at
  from requests r
  left join (
    select request_id, min(changed_at) as at from request_assignments where assigned_to is not null group by request_id
  ) assignment on assignment.request_id = r.id
  left join (
    select request_id, min(changed_at) as at from request_status_changes where status = 'assigned' group by request_id
  ) moved on moved.request_id = r.id
  where assignment.at is not null or r.assigned_to is not null
) first where first.id = r.id;
alter table requests enable trigger user;

create function keep_first_assignment() returns trigger language plpgsql as $$
begin
  new.first_assigned_at := new.updated_at;
  return new;
end $$;
create trigger requests_first_assignment before insert or update on requests for each row
  when (new.assigned_to is not null and new.first_assigned_at is null) execute function keep_first_assignment();

-- The figures of reports (docs/decisions/0014-figures-of-reports.md): for each day and each month of the submission, and each
-- assignee (0: nobody), sums over the requests. A figure of any period is a sum of these rows and of the changes below.
create table request_figures (
  step text not null check (step in ('day', 'month')),
  -- The first day of the step, in the zone of request_figures_zone.
  day date not null,
  assigned_to integer not null,
  requests integer not null,
  pending integer not null,
  assigned integer not null,
  in_progress integer not null,
  completed integer not null,
  cancelled integer not null,
  low integer not null,
  medium integer not null,
  high integer not null,
  urgent integer not null,
  rated_1 integer not null,
  rated_2 integer not null,
  rated_3 integer not null,
  rated_4 integer not null,
  rated_5 integer not null,
  -- In microseconds, so that sums are exact.
  resolution_us bigint not null,
  responded integer not null,
  first_response_us bigint not null,
  assigned_same_day integer not null,
  primary key (step, day, assigned_to)
);
create table request_service_figures (
  step text not null check (step in ('day', 'month')),
  day date not null,
  assigned_to integer not null,
  service_type text not null,
  requests integer not null,
  primary key (step, day, assigned_to, service_type)
);
-- Finds the rows whose requests have all moved to other rows.
create index request_figures_empty on request_figures (step) where requests = 0;
create index request_service_figures_empty on request_service_figures (step) where requests = 0;
-- The time zone whose days the figures have; null until they are built.
create table request_figures_zone (
  id boolean primary key default true check (id),
  zone text
);
insert into request_figures_zone default values;

-- Changes of requests that are not in the figures yet. Writers only add rows here, so that they never wait for each other. A job
-- folds them into the figures; until then a reader adds them up itself.
create table request_figure_changes (
  -- In the order of the changes of each request.
  id bigint generated always as identity,
  -- 1: a request with these values is there from now on; -1: it is gone.
  n smallint not null,
  assigned_to integer not null,
  status request_status not null,
  priority request_priority not null,
  service_type text,
  rating smallint,
  created_at timestamptz not null,
  completed_at timestamptz,
  first_assigned_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create function note_request_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into request_figure_changes values (default, -1, coalesce(old.assigned_to, 0), old.status, old.priority,
      old.service_type, old.rating, old.created_at, old.completed_at, old.first_assigned_at);
  end if;
  if tg_op <> 'DELETE' then
    insert into request_figure_changes values (default, 1, coalesce(new.assigned_to, 0), new.status, new.priority,
      new.service_type, new.rating, new.created_at, new.completed_at, new.first_assigned_at);
  end if;
  return null;
end $$;
create trigger requests_change_added after insert or delete on requests
  for each row execute function note_request_change();
create trigger requests_change_moved after update on requests for each row
  when ((old.assigned_to, old.status, old.priority, old.service_type, old.rating, old.created_at, old.completed_at,
      old.first_assigned_at)
    is distinct from (new.assigned_to, new.status, new.priority, new.service_type, new.rating, new.created_at, new.completed_at,
      new.first_assigned_at))
  execute function note_request_change();
