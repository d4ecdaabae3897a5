create type mail_kind as enum (
  'request_received', 'status_changed', 'request_completed', 'request_assigned', 'contact_received', 'password_reset',
  'invitation', 'test'
);
create type mail_state as enum ('waiting', 'sent', 'kept', 'failed');
create type link_purpose as enum ('reset', 'invitation');

-- One row: which kinds of mail are switched off, and whom mails come from. Blank texts stand for the defaults (MAIL_FROM,
-- the business's name and address).
create table mail_settings (
  id boolean primary key default true check (id),
  switched_off text[] not null default '{}',
  sender_name text not null default '',
  sender_address text not null default '',
  reply_to text not null default '',
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by integer references users (id)
);
insert into mail_settings default values;

-- Single-use links by which a person chooses a password. The token is made from the seed with a key outside the database
-- (decision 0012): with these rows alone nobody can make a link.
create table account_links (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  purpose link_purpose not null,
  seed text not null unique,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_links_user on account_links (user_id);

-- The outbox, filled in the transaction of a mail's cause, and the send log. `content` is what the mail is written from;
-- the text itself is made when the mail is sent, and no row holds a secret.
create table mail_outbox (
  id integer generated always as identity primary key,
  kind mail_kind not null,
  -- Stored before the first try: a repeat carries the same one.
  message_id text not null unique,
  recipient text not null,
  content jsonb not null,
  request_id integer references requests (id),
  link_id integer references account_links (id) on delete set null,
  state mail_state not null default 'waiting',
  tries integer not null default 0,
  created_at timestamptz not null,
  -- From here on a mail that cannot be sent is tried for three days.
  waiting_since timestamptz not null,
  -- While an instance sends the mail: when another one may take it over.
  next_try_at timestamptz,
  tried_at timestamptz,
  -- What the server answered to the last try, or why there was no answer.
  answer text,
  done_at timestamptz,
  check ((state = 'waiting') = (next_try_at is not null))
);
create index mail_outbox_due on mail_outbox (next_try_at, id) where state = 'waiting';
create index mail_outbox_newest on mail_outbox (id desc) include (state);
create index mail_outbox_state on mail_outbox (state, id desc);
create index mail_outbox_created on mail_outbox (created_at);
create index mail_outbox_link on mail_outbox (link_id) where link_id is not null;
create index mail_outbox_request on mail_outbox (request_id) where request_id is not null;

-- A user who was invited has no password until they choose one.
alter table users alter column password_hash drop not null;
alter table users add column is_invited boolean not null generated always as (password_hash is null) stored;
