-- Customers' links to printed work orders. The signature is not stored: it is made of the id with a key outside the database.
create table work_order_links (
  id uuid primary key,
  request_id integer not null references requests (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index work_order_links_of_request on work_order_links (request_id, created_at);
