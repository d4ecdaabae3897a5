-- The rated requests of a technician are behind the bar of an average rating.
create index requests_rated on requests (created_at desc, id desc) where rating is not null;
