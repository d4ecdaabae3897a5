-- The digits of a telephone number, however it is spelled, without the country code 1. A letter, #, comma or semicolon behind
-- the first digit starts an extension or a remark. contract/words/search.ts has the same rule. A body that is no string is
-- bound to its functions here, whatever the search path of a caller is.
create function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(substring(phone from '^[^0-9]*([^A-Za-z#,;]*)'), '[^0-9]', '', 'g'),
    '^1(?=[0-9]{10}$)', ''
  );

-- People search for a number, or for its last digits. An index finds what begins with a text, so the digits stand backwards.
create index requests_phone on requests (reverse(phone_digits(customer_phone)) text_pattern_ops);
create index customers_phone on customers (reverse(phone_digits(phone)) text_pattern_ops);
create index contact_messages_phone on contact_messages (reverse(phone_digits(phone)) text_pattern_ops);
-- Only these statistics say how few rows have a number.
analyze requests, customers, contact_messages;
