-- Searches compare texts without case, accents, ligatures, width and invisible characters, with plain quotes, dashes and digits.
-- contract/words/search.ts folds in the same way, and a test compares them over all characters. The search path is fixed: an index has
-- what this function returned.
create function search_fold(value text) returns text language plpgsql immutable strict parallel safe set search_path = pg_catalog as $$
declare
  folded text := value;
begin
  -- ASCII, as most texts are, needs little of it.
  if octet_length(folded) <> char_length(folded) then
    folded := regexp_replace(
      -- The acute accent alone would become a space with a mark.
      normalize(replace(folded, U&'\00B4', ''''), NFKD),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e00ff]',
      '', 'g'
    );
  end if;
  -- Nor do names whose accents are gone, and what a phone writes by itself, which is replaced one by one: the long list below costs
  -- ten times as much.
  if octet_length(folded) <> char_length(folded) then
    folded := replace(replace(replace(replace(replace(replace(replace(folded,
      '‘', ''''), '’', ''''), '′', ''''), '“', '"'), '”', '"'), '–', '-'), '—', '-');
  end if;
  if octet_length(folded) <> char_length(folded) then
    folded := replace(replace(replace(replace(
      translate(
        lower(folded),
        U&'\2018\2019\201A\201B\02B9\02BB\02BC\2032\2035\201C\201D\201E\201F\02BA\00AB\00BB\3003\2010\2011\2012\2013\2014\2015\2043\2212\2E3A\2E3B\0085\1680\2028\2029\2044\2215\00D7øđðłħŧıς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        repeat('''', 9) || repeat('"', 8) || repeat('-', 10) || repeat(' ', 4) || '//xoddlhtiσ01234567890123456789'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  -- Two feet marks are an inch mark, and a double prime decomposes into two. The collation spares ASCII a look into Unicode's tables.
  return replace(replace(lower(folded collate "C"), '`', ''''), '''''', '"');
end $$;

-- What a search of requests reads. A search for a common word reads many requests to show the newest ones: folding each of them again
-- takes several times as long as reading what is folded. The other tables have fewer rows, and fold in their indexes.
alter table requests add column folded_text text not null default '';
-- The same sample as of search_text, for the same reason.
alter table requests alter column folded_text set statistics 300;

create function fold_request() returns trigger language plpgsql as $$
begin
  new.folded_text := search_fold(concat_ws(E'\n',
    new.external_id, new.title, new.customer_name, new.customer_email, new.customer_address));
  return new;
end $$;

-- A server of the release before writes with this trigger, too. Requests from before are filled in behind the migrations, by touching
-- this column (server/db/search-indexes.ts).
create trigger requests_folded_text
  before insert or update of external_id, title, customer_name, customer_email, customer_address, folded_text on requests
  for each row execute function fold_request();

-- The indexes of the folded texts are built behind the migrations, without a lock (server/db/search-indexes.ts). A server of the release
-- before still searches with requests_search, customers_search, contact_messages_search and audit_events_search: the next release drops
-- these indexes.
