-- Which fields of a request changed at which version, so that an edit of an older version is refused only when it meets a change of the
-- same field (docs/decisions/0035-conflicts-by-field.md). A trigger keeps it, because during an upgrade a server of the release before
-- writes as well. The newest thirty changes, oldest first: { field, version, before, by, at }. `before` is a hash: it only tells whether an
-- edit still has the value that was seen, and a corrected phone number is gone from the row. Each edit has an entry as well, also one that
-- only adds a note or a photo, so that its repeat is recognized: its field is `edit:` and what the edit was.
alter table requests add column recent_changes jsonb not null default '[]';
-- The version from which recent_changes is complete; 0 while no change was written to it.
alter table requests add column changes_from integer not null default 0;

create function note_changed_fields() returns trigger language plpgsql as $$
declare
  entries jsonb;
  surplus integer;
begin
  select old.recent_changes || coalesce(jsonb_agg(jsonb_build_object(
    'field', name,
    'version', new.version,
    'before', left(encode(sha256(convert_to(before, 'UTF8')), 'hex'), 32),
    'by', new.changed_by,
    'at', new.updated_at
  )), '[]') into entries
  from (values
    ('status', old.status::text, new.status::text),
    ('assigned_to', old.assigned_to::text, new.assigned_to::text),
    ('priority', old.priority::text, new.priority::text),
    ('title', old.title, new.title),
    ('service_type', old.service_type, new.service_type),
    ('description', old.description, new.description),
    ('customer_name', old.customer_name, new.customer_name),
    ('customer_email', old.customer_email, new.customer_email),
    ('customer_phone', old.customer_phone, new.customer_phone),
    ('customer_address', old.customer_address, new.customer_address),
    ('payment_address', old.payment_address, new.payment_address),
    ('edit:' || new.last_change, null, case when new.version <> old.version then new.version::text end)
  ) as field (name, before, after)
  where name is not null and before is distinct from after;
  new.changes_from := case when old.changes_from = 0 then old.version else old.changes_from end;
  surplus := jsonb_array_length(entries) - 30;
  if surplus > 0 then
    new.changes_from := (entries -> (surplus - 1) ->> 'version')::integer;
    select jsonb_agg(entry order by position) into entries
    from jsonb_array_elements(entries) with ordinality as kept (entry, position)
    where position > surplus;
  end if;
  new.recent_changes := entries;
  return new;
end $$;
create trigger requests_changed_fields before update on requests for each row
  when (
    (old.version, old.status, old.assigned_to, old.priority, old.title, old.service_type, old.description, old.customer_name, old.customer_email,
      old.customer_phone, old.customer_address, old.payment_address)
    is distinct from
    (new.version, new.status, new.assigned_to, new.priority, new.title, new.service_type, new.description, new.customer_name, new.customer_email,
      new.customer_phone, new.customer_address, new.payment_address)
  )
  execute function note_changed_fields();
