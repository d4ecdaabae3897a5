-- What an entry of the trail holds, as one text in lower case: who, what was done, from where, and the fields with their values.
create function audit_text(actor text, action text, ip text, before jsonb, after jsonb) returns text
  language sql immutable parallel safe
  return lower(
    actor || ' ' || translate(action, '._', '  ') || ' ' || ip || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
  );

-- A search reads the newest entries in the order of time. What is not among them is rare, and found in these indexes.
create index audit_events_search on audit_events using gin (audit_text(actor_name, action, ip, before, after) gin_trgm_ops);
create index audit_events_given on audit_events ((after->>'assigned_to')) where after->>'assigned_to' is not null;
create index audit_events_taken on audit_events ((before->>'assigned_to')) where before->>'assigned_to' is not null;
-- Only these statistics say how many entries have a word.
analyze audit_events;
