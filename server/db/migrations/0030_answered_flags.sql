-- The version of a request whose change settled a visit, or saw a low rating. The undo of that change opens exactly these again. Null
-- for what was settled otherwise, or before.
alter table unsigned_visits add column settled_version integer;
alter table request_evidence add column seen_version integer;
