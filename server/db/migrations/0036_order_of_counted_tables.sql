-- The deletion of a contact message writes contact_messages and then, for its foreign key, requests. Making the counts anew waits for
-- writers in the same order.
create or replace function rebuild_row_counts() returns void language plpgsql as $$
begin
  lock table contact_messages, customers, requests in share mode;
  delete from row_counts;
  insert into row_counts (counted, status, priority, assigned, n) select * from row_counts_by_rows;
end $$;
