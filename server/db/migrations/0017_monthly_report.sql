alter type mail_kind add value 'monthly_report' before 'test';

-- The admins who get the report of each month by mail.
create table monthly_report_readers (
  user_id integer primary key references users (id),
  since timestamptz not null
);

-- The months whose report was handed to the outbox, so that each is mailed once.
create table monthly_reports (
  -- The first day of the month, in the business's time zone.
  month date primary key,
  mailed_at timestamptz not null
);
