-- Every rated request, newest first: those behind an average rating.
create index requests_rated on requests (created_at desc, id desc) where rating is not null;
