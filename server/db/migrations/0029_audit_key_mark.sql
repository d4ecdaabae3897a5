-- Which key the instances on this database share: a hash of the key of the audit trail, which itself is kept outside. Null until the
-- first start that knows of it.
alter table installation add column audit_key_mark text;
