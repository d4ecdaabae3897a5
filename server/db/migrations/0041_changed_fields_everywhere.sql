-- Users, settings, contact messages and views keep which fields changed at which version, as requests do
-- (docs/decisions/0035-conflicts-by-field.md). One trigger function for all of them: its arguments name the columns. Without arguments,
-- the fields are the keys of the JSON in `details`.
create or replace function note_changed_fields() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entries jsonb := old.recent_changes;
  was jsonb;
  became jsonb;
  editor jsonb;
  changed_at jsonb;
  fields text[] := tg_argv;
  surplus integer;
begin
  -- The changes so far are the largest part of a row, and no field.
  old.recent_changes := '[]';
  new.recent_changes := '[]';
  was := to_jsonb(old);
  became := to_jsonb(new);
  -- A saved view belongs to the only user who can change it.
  editor := coalesce(became -> 'changed_by', became -> 'user_id');
  changed_at := coalesce(became -> 'updated_at', became -> 'changed_at');
  if tg_nargs = 0 then
    was := was -> 'details';
    became := became -> 'details';
    -- Of anything but an object there are no fields, and it can still be repaired.
    fields := array(select jsonb_object_keys(case jsonb_typeof(was || became) when 'object' then was || became else '{}' end));
  end if;
  select entries || coalesce(jsonb_agg(jsonb_build_object(
    'field', field,
    'version', new.version,
    'before', left(encode(sha256(convert_to(before, 'UTF8')), 'hex'), 32),
    'by', editor,
    'at', changed_at
  )), '[]') into entries
  from (
    -- A password has no hash here: it would help to guess the password.
    select case name when 'password_hash' then 'password' else name end, case when name <> 'password_hash' then was ->> name end
    from unnest(fields) as named (name)
    where was -> name is distinct from became -> name
    union all
    -- Each edit of a request has an entry, so that its repeat is recognized.
    select 'edit:' || (became ->> 'last_change'), null
    where new.version <> old.version and became ->> 'last_change' is not null
  ) as changed (field, before);
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

create or replace trigger requests_changed_fields before update on requests for each row
  when (
    (old.version, old.status, old.assigned_to, old.priority, old.title, old.service_type, old.description, old.customer_name, old.customer_email,
      old.customer_phone, old.customer_address, old.payment_address)
    is distinct from
    (new.version, new.status, new.assigned_to, new.priority, new.title, new.service_type, new.description, new.customer_name, new.customer_email,
      new.customer_phone, new.customer_address, new.payment_address)
  )
  execute function note_changed_fields('status', 'assigned_to', 'priority', 'title', 'service_type', 'description', 'customer_name',
    'customer_email', 'customer_phone', 'customer_address', 'payment_address');

alter table users
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger users_changed_fields before update on users for each row when (old.version <> new.version)
  execute function note_changed_fields('name', 'email', 'phone', 'role', 'base_location', 'is_active', 'password_hash');

alter table settings
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger settings_changed_fields before update on settings for each row when (old.version <> new.version)
  execute function note_changed_fields();

alter table mail_settings
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger mail_settings_changed_fields before update on mail_settings for each row when (old.version <> new.version)
  execute function note_changed_fields('switched_off', 'sender_name', 'sender_address', 'reply_to');

alter table backup_settings
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger backup_settings_changed_fields before update on backup_settings for each row when (old.version <> new.version)
  execute function note_changed_fields('enabled', 'at_time', 'keep_daily', 'keep_weekly', 'keep_monthly');

alter table contact_messages
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger contact_messages_changed_fields before update on contact_messages for each row when (old.version <> new.version)
  execute function note_changed_fields('status', 'notes');

alter table views
  add column recent_changes jsonb not null default '[]',
  add column changes_from integer not null default 0;
create trigger views_changed_fields before update on views for each row when (old.version <> new.version)
  execute function note_changed_fields('name', 'query', 'hidden', 'density');
