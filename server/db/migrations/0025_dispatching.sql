-- Whom the requests of today went to: the menu of technicians shows it beside what each has at hand. The included columns
-- let it be read in this index alone.
create index request_assignments_changed on request_assignments (changed_at) include (assigned_to, request_id);

-- The list by priority and age, read backwards: Emergency first, and the oldest first in each. The included columns let the
-- filters, and a late page, read these indexes alone. For a status requests_status_priority has the same order.
drop index requests_priority;
create index requests_priority on requests (priority, created_at desc, id desc)
  include (status, assigned_to, service_type, rating);
create index requests_unassigned_priority on requests (priority, created_at desc, id desc) include (status)
  where assigned_to is null;
