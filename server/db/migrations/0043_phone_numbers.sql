-- Numbers of telephones as people write them: several in one field, with an extension, in words or with the prefix of a call abroad.
-- contract/texts/phones.ts reads them in the same way, and a test compares them.

-- The digits of one number, from a folded text: of a US number without its 1, of another country's with its code.
create function phone_read(folded text) returns text language plpgsql immutable strict parallel safe set search_path from current as $$
declare
  words text[] := regexp_match(folded, '^[^0-9]*(?:1[ .-]+)?\(?([2-9][0-9]{2})\)?[ .-]+(?=[0-9]{0,6}-?[a-z])([a-z0-9-]{7,})');
  signs text := left(replace(words[2], '-', ''), 7);
  number text[];
begin
  if length(signs) = 7 then
    return words[1] || translate(signs, 'abcdefghijklmnopqrstuvwxyz', '22233344455566677778889999');
  end if;
  number := regexp_match(folded, '^([^0-9]*)([^a-z#,;]*)');
  if number[1] ~ '\+\s*\(?$'
    or (number[2] ~ '^(00|011)[ .-]?[1-9]' and length(regexp_replace(number[2], '[^0-9]', '', 'g')) > 10)
  then
    number[2] := regexp_replace(regexp_replace(number[2], '^(00|011)', ''), '\(0\)', '');
  end if;
  return regexp_replace(regexp_replace(number[2], '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '');
end $$;

-- The digits of each number of a text. What is too short to be one belongs to the number before it.
create function phone_numbers(phone text) returns text[] language plpgsql immutable strict parallel safe set search_path from current as $$
declare
  -- An odd place has a number, or a part of one; an even place has what may stand between two.
  parts text[] := string_to_array(
    regexp_replace(search_fold(phone), '([\n/;,&|]|\yand\y|\yor\y)', E'\u0001\\1\u0001', 'g'),
    E'\u0001'
  );
  numbers text[] := array[]::text[];
  number text := coalesce(parts[1], '');
begin
  for place in 1 .. (cardinality(parts) - 1) / 2 loop
    if length(phone_read(number)) >= 7 and length(phone_read(parts[2 * place + 1])) >= 7 then
      numbers := numbers || phone_read(number);
      number := parts[2 * place + 1];
    else
      number := number || parts[2 * place] || parts[2 * place + 1];
    end if;
  end loop;
  return numbers || phone_read(number);
end $$;

-- Their indexes are built behind the migrations, without a lock (server/db/search/search-indexes.ts). A server of the release before still
-- searches with phone_digits, requests_phone, customers_phone and contact_messages_phone: the next release drops them.
