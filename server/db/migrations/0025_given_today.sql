-- Whom the requests of today went to: the menu of technicians shows it beside what each has at hand. The included columns
-- let it be read in this index alone.
create index request_assignments_changed on request_assignments (changed_at) include (assigned_to, request_id);
