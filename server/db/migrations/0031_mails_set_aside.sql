-- When the office has seen that a mail failed and will not send it again: it is no longer counted as trouble. Null until then.
alter table mail_outbox add column set_aside_at timestamptz;
