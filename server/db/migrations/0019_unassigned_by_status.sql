-- Pending requests are unassigned and most others are not. Without this, PostgreSQL expects forty times fewer pending and
-- unassigned requests than there are, and may read and sort them all for one page of the list.
create statistics requests_unassigned_by_status (mcv) on status, assigned_to from requests;
-- Makes the statistics now. Autovacuum would make them after the next many changes.
analyze requests (status, assigned_to);
