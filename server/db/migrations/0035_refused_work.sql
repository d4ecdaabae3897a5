-- When the work order update of the one who had the request before was refused, so that the office is told once for each hand-over.
alter table request_assignments add column refused_at timestamptz;
