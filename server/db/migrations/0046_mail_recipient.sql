-- How many emails strangers have caused for an address lately.
create index mail_outbox_recipient on mail_outbox (recipient, created_at);
