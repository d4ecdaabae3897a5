-- The town of the service address: blank when the address names none, null until it is read. The server reads it, because that takes
-- the towns of all ZIP codes. Its index is built behind the migrations, without a lock (server/db/search/search-indexes.ts).
alter table requests add column town text;

-- A corrected address leaves no town of the old one, even by a server of the release before. What doesn't store the new one in
-- the same transaction is read by a job, like requests from before the column.
create function forget_town() returns trigger language plpgsql as $$
begin
  new.town := null;
  return new;
end $$;
create trigger requests_town before update of customer_address on requests for each row
  when (old.customer_address is distinct from new.customer_address) execute function forget_town();
