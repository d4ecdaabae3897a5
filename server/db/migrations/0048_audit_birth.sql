-- What an entry has from the process that wrote it (decision 0041). Null in entries of earlier releases.
alter table audit_events
  -- The id of the call that made the change, as the log has it; null for what the server does by itself.
  add column call_id text,
  -- 16 random bytes, from which the salt of each value follows that may have to be erased; null once one was.
  add column salt bytea,
  -- A keyed hash over all of the entry but its number.
  add column birth_mac bytea,
  -- What is left of erased values, and the salts of the others; null while nothing is erased.
  add column erased jsonb;
