-- A request that the office enters, and the contact message that it is made from. Whoever enters it is the author of the first status.
alter table requests add column contact_message_id integer references contact_messages (id) on delete set null;
create index requests_contact_message on requests (contact_message_id) where contact_message_id is not null;
