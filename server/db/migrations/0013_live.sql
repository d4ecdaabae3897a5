-- What has changed, for open browsers: who hears of it, and nothing of its content. Kept for half an hour.
create table live_messages (
  -- The transaction of the change. Readers ask which messages have become visible since their last snapshot
  -- (docs/decisions/0011-live-updates.md). A number taken from a sequence would not do: a transaction that commits late would
  -- publish a number below one that was already read.
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  entity_id integer,
  -- A user hears of it who has one of the roles, or is one of the users.
  roles text[] not null default '{}',
  user_ids integer[] not null default '{}',
  created_at timestamptz not null default now()
);
create index live_messages_xid on live_messages (xid);

create function wake_live_readers() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{}');
  return null;
end $$;
create trigger live_messages_added after insert on live_messages
  for each statement execute function wake_live_readers();

-- Whoever's notifications change hears of it, whichever statement changes them.
create function tell_of_notifications() returns trigger language plpgsql as $$
begin
  insert into live_messages (topic, user_ids)
    select 'notification', array_agg(distinct user_id) from changed having count(*) > 0;
  return null;
end $$;
create trigger notifications_added after insert on notifications
  referencing new table as changed for each statement execute function tell_of_notifications();
create trigger notifications_changed after update on notifications
  referencing new table as changed for each statement execute function tell_of_notifications();
create trigger notifications_removed after delete on notifications
  referencing old table as changed for each statement execute function tell_of_notifications();

-- The instances check the open streams of a user whose session ends or whose rights change, whichever statement does it.
create function tell_of_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', json_build_object('user_id', user_id)::text)
    from (select distinct user_id from ended) as users;
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function tell_of_sessions();

create function tell_of_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', json_build_object('user_id', new.id)::text);
  return null;
end $$;
create trigger users_rights_changed after update on users
  for each row when (old.role is distinct from new.role or old.is_active is distinct from new.is_active)
  execute function tell_of_rights();

-- Notifications for many admins that are still to be made: one row for each event, worked off in batches in the order of the
-- admins' numbers.
create table notification_fanouts (
  id integer generated always as identity primary key,
  type notification_type not null,
  title text not null,
  message text not null,
  priority notification_priority not null,
  link text,
  created_at timestamptz not null,
  -- The actor, who is not told of their own change.
  except_user_id integer,
  -- Admins up to this number have theirs.
  done_up_to integer not null default 0
);
