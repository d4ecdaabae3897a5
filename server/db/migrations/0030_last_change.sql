-- What was changed last in a request, as a code: its name on screens is the product's (contract/words/requests.ts). The table is written anew, which no
-- trigger sees.
create type request_part as enum ('assignment', 'details', 'status', 'work_order');
alter table requests alter column last_change type request_part using case last_change
  when 'the assignment' then 'assignment'::request_part
  when 'the details' then 'details'::request_part
  when 'the status' then 'status'::request_part
  when 'the work order' then 'work_order'::request_part
end;
