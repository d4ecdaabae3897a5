-- What the owner of the tables can do to the trail: kinds of tricks, and each trick with what becomes of the entry that the product writes meanwhile.
-- "undone": the change is undone with its entry. "harmless": the entry is as it was written. Otherwise the kind of break that a
-- verification reports. What stands below "@after" happens between the commit of the entry and its seal.
-- "@insert into" and "@deferred" make a trigger that does what follows; "@function" a function that a trick uses.

-- a trigger before the insert

-- - swallows it: undone
@function trigger: return null;
create trigger trick before insert on audit_events for each row execute function trick();

-- - changes the name: undone
@insert into audit_events: new.actor_name := 'Olive';

-- - changes the account: undone
@insert into audit_events: new.actor_id := 1;

-- - changes the role: undone
@insert into audit_events: new.actor_role := 'admin';

-- - changes the time by a microsecond: undone
@insert into audit_events: new.at := new.at + interval '1 microsecond';

-- - changes the action: undone
@insert into audit_events: new.action := 'users.create';

-- - changes a field: undone
@insert into audit_events: new.after := new.after || '{"phone": null}';

-- - removes a field: undone
@insert into audit_events: new.after := new.after - 'phone';

-- - empties the address: undone
@insert into audit_events: new.ip := '';

-- - takes the birth away: undone
@insert into audit_events: new.birth_mac := null; new.salt := null;

-- - repeats an earlier birth: undone
@insert into audit_events: new := (select e from audit_events e where id = 1); new.id := 900;

-- a deferred trigger

-- - changes it: altered
@deferred: update audit_events set actor_name = 'Olive' where id = new.id;

-- - changes it and takes the birth away: forged
@deferred: update audit_events set actor_name = 'Olive', birth_mac = null where id = new.id;

-- - removes it: removed
@deferred: delete from audit_events where id = new.id;

-- - removes it and what waits: removed
@deferred: delete from audit_events where id = new.id; delete from audit_unsealed where event_id = new.id;

-- - takes it off the waiting list: unsealed
@deferred: delete from audit_unsealed where event_id = new.id;

-- - replaces it by an invented one: forged
@deferred: update audit_events set actor_name = 'Olive', salt = null, birth_mac = null, call_id = null where id = new.id;

-- - replaces it by a copy of an earlier one: forged
@deferred: if new.salt <> (select salt from audit_events where id = 1) then delete from audit_events where id = new.id; delete from audit_unsealed where event_id = new.id; insert into audit_events (id, @all) overriding system value select new.id, @all from audit_events where id = 1; end if;

-- a trigger on the lists of the seals

-- - lets nothing wait: unsealed
@function trigger: return null;
create trigger trick before insert on audit_unsealed for each row execute function trick();

-- - keeps no seal: unsealed
@function trigger: return null;
create trigger trick before insert on audit_seals for each row execute function trick();

-- - changes a seal: altered
@insert into audit_seals: new.content_mac := decode(repeat('00', 32), 'hex');

-- - changes the time of a seal: broken_seal
@insert into audit_seals: new.sealed_at := new.sealed_at - interval '1 day';

-- a rule

-- - stores nothing: undone
create rule trick as on insert to audit_events do instead nothing;

-- - stores it elsewhere: guard
create table elsewhere (like audit_events including defaults);
create rule trick as on insert to audit_events do instead insert into elsewhere values (new.*) returning elsewhere.*;

-- - empties the waiting list: guard
create rule trick as on update to settings do also delete from audit_unsealed;

-- - keeps no seal: unsealed
create rule trick as on insert to audit_seals do instead nothing;

-- another table of the same name

-- - in the place of the entries: altered
alter table audit_events rename to kept; create table audit_events (like kept including all);

-- - in the place of the seals: checkpoint_mismatch
alter table audit_seals rename to kept; create table audit_seals (like kept including all);

-- - as a view over the entries: removed
alter table audit_events rename to kept; create view audit_events as select * from kept where entity_id is distinct from '4';

-- - as a view that renames people: undone
alter table audit_events rename to kept;
create view audit_events as select id, at, actor_id, 'Olive' as actor_name, actor_role, action, entity, entity_id, before, after, ip,
user_agent, call_id, salt, birth_mac, erased from kept;

-- - as a temporary one: harmless
create temporary table audit_events (like public.audit_events including all);

-- - as a child with more entries: unsealed
create table more () inherits (audit_events);
insert into more (id, at, actor_name, action, entity, ip, user_agent) values (900, now(), 'Visitor', 'auth.login', 'session', '', '');

-- a helper function

-- - hides entries from the search: guard
create or replace function audit_text(actor text, action text, ip text, before jsonb, after jsonb) returns text
language sql immutable parallel safe return '';

-- - answers null to null: guard
alter function audit_text(text, text, text, jsonb, jsonb) strict;

-- - lets nothing wait: unsealed
create or replace function await_seal() returns trigger language plpgsql as $$ begin return null; end $$;

-- - refuses nothing: guard
create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$;

-- - folds words to nothing: guard
create or replace function search_fold(value text) returns text language plpgsql immutable strict parallel safe as $$ begin return ''; end $$;

-- - suits a call better than its own: guard
create function lower(value varchar) returns text language sql immutable as $$ select $1::text $$;

-- - hidden among those of an extension: guard
@function trigger: return null;
alter extension pg_trgm add function trick();

-- - of the jobs: guard
create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select now() - interval '1 year' $$;

-- an operator or a cast

-- - compares texts in its own way: guard
create function same(text, varchar) returns boolean language sql as 'select false';
create operator public.= (leftarg = text, rightarg = varchar, function = same);

-- - names another role: undone
create function as_text(role) returns text language sql as $$ select 'auditor' $$;
create cast (role as text) with function as_text(role);

-- a column

-- - has a default: guard
alter table audit_events alter ip set default '127.0.0.1';

-- - may be empty: guard
alter table audit_events alter ip drop not null;

-- - is added and computes itself: guard
@function text: delete from audit_unsealed; return '';
alter table settings add column more text default trick();

-- - is computed: undone
alter table audit_events drop column user_agent cascade;
alter table audit_events add column user_agent text generated always as ('') stored;

-- - is written anew: altered
alter table audit_events alter actor_name type text using 'Olive';

-- - gives out no numbers: undone
alter table audit_events alter id drop identity;

-- a constraint

-- - does something: guard
@function boolean: delete from audit_unsealed; return true;
alter table settings add constraint trick check (trick());

-- - is gone: guard
alter table audit_events drop constraint audit_events_pkey;

-- - removes what somebody did with them: guard
alter table audit_events add foreign key (actor_id) references users on delete cascade;

-- - refuses an action: undone
alter table audit_events add check (action <> 'users.update') not valid;

-- an index

-- - admits one entry: undone
create unique index on audit_events (entity) where id > 2;

-- - calls a function: guard
create schema evil; create function evil.trick(text) returns text immutable language sql as 'select $1';
create index trick on audit_events (evil.trick(ip));

-- a right

-- - to remove: guard
grant delete on audit_events to public;

-- - to empty: guard
grant truncate on audit_seals to public;

-- - to change one column: guard
grant update (actor_name) on audit_events to public;

-- - to act as its owner: guard
create function trick() returns void language sql security definer as 'delete from audit_unsealed';

-- a policy

-- - hides entries: undone
alter table audit_events enable row level security, force row level security; create policy trick on audit_events using (entity_id <> '4') with check (true);

-- - hides seals: guard
alter table audit_seals enable row level security; create policy trick on audit_seals using (seq < 3) with check (true);

-- a switch

-- - lets entries change: guard
@unlock

-- - lets nothing wait: unsealed
alter table audit_events disable trigger audit_events_await_seal;

-- - works for replicas only: guard
alter table audit_events enable replica trigger audit_events_only_grow;

-- - keeps entries out of the log of the database: guard
alter table audit_events set unlogged;

-- by hand before the seal

-- - changes it: altered
@after
@unlock
update audit_events set actor_name = 'Olive' where entity_id = '4';
@lock

-- - changes its time: altered
@after
@unlock
update audit_events set at = at - interval '1 day' where entity_id = '4';
@lock

-- - removes it and what waits: removed
@after
@unlock
delete from audit_events where entity_id = '4'; delete from audit_unsealed;
@lock

-- - adds one: forged
@after
insert into audit_events (@columns) values (now(), 1, 'Olive', 'admin', 'users.remove', 'user', '9', null, null, '', '');

-- - adds a copy: forged
@after
insert into audit_events (@all) select @all from audit_events where id = 2;

-- - gives it the birth of another one: altered
@after
@unlock
update audit_events e set salt = o.salt, birth_mac = o.birth_mac from audit_events o where e.entity_id = '4' and o.id = 1;
@lock

-- by hand after the seal

-- - cuts off the end: checkpoint_mismatch
@unlock
delete from audit_events where id = 3; delete from audit_seals where seq = 3;
@lock

-- - removes everything: checkpoint_mismatch
@unlock
truncate audit_events, audit_seals, audit_unsealed;
@lock

-- - changes how it was born: altered
@unlock
update audit_events set call_id = 'x' where id = 2;
@lock

-- - erases a value without the key: altered
@unlock
update audit_events set ip = '', salt = null, erased = '{"salts": {}, "leaves": {}, "mac": ""}' where id = 2;
@lock
