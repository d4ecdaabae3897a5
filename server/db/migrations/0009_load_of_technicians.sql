-- How many requests each technician has at hand, counted in an index alone whenever a list of requests opens.
create index requests_at_hand on requests (assigned_to) where status in ('assigned', 'in_progress');
