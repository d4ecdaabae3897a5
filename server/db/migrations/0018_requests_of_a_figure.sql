-- The requests behind a slice or bar of a report, newest first.
create index requests_service on requests (service_type, created_at desc, id desc);
create index requests_rating on requests (rating, created_at desc, id desc) where rating is not null;
