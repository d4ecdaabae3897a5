-- Low ratings by their date, for what the office looks at first.
create index requests_low_rating on requests (completed_at) where rating <= 2;
