import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPhones } from '#contract/texts/phones.ts';
import { foldText } from '#contract/words/search.ts';
import { readSearch } from '#server/lib/search.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { isNameable } from '../statement-names.ts';
import { hasWord, isFound } from './search.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
});
afterAll(() => test.close());

describe('the numbers of a text in PostgreSQL', () => {
  const numbersIn = async (phones: readonly string[]) => {
    const { rows } = await sql<{ numbers: string[] }>`
      select phone_numbers(phone) as numbers from unnest(${phones}::text[]) with ordinality as given (phone, nth) order by nth
    `.execute(test.deps.db);
    return rows.map(({ numbers }) => numbers);
  };

  it('have the digits that the contract reads, however they are written', async () => {
    const typed = fc.string({
      unit: fc.constantFrom(...'0123456789+-(). /x#,;&E1\n\u00a0\u2011é１＋٣'),
      maxLength: 24,
    });
    const begun = fc.constantFrom('', '1', '+1 ', '001', '011 44', '+44 (0)', 'Cell: ', '1-800-', '(800) ');
    const number = fc.tuple(begun, fc.constantFrom('6895550180', 'LIGHTS1', '555-LAMP', '20 7946 0018', '0180'), typed);
    const between = fc.constantFrom(' / ', ', ', ' or ', ' and ', ';', ' & ', '\n', ' ');
    const some = fc.tuple(number, between, number).map((texts) => texts.flat().join(''));
    const phones = fc.sample(
      fc.oneof(
        typed,
        number.map((texts) => texts.join('')),
        some,
      ),
      { numRuns: 6_000, seed: 24 },
    );
    expect(await numbersIn(phones)).toEqual(phones.map((phone) => readPhones(phone).map(({ digits }) => digits)));
  });

  it('do not depend on the search path of who asks', async () => {
    await sql`create schema shadow`.execute(test.deps.db);
    await sql`create function shadow.regexp_replace(text, text, text) returns text language sql as $$ select 'fooled' $$`.execute(
      test.deps.db,
    );
    const tx = await test.deps.db.startTransaction().execute();
    try {
      await sql`set local search_path = shadow, public, pg_catalog`.execute(tx);
      const { rows } = await sql<object>`
        select regexp_replace('1', '1', '') as fooled, (phone_numbers('16895550180'))[1] as digits
      `.execute(tx);
      expect(rows).toEqual([{ fooled: 'fooled', digits: '6895550180' }]);
    } finally {
      await tx.rollback().execute();
    }
  });
});

describe('the folded text in PostgreSQL', () => {
  const foldedBy = async (texts: readonly string[]) => {
    const { rows } = await sql<{ folded: string; known: boolean }>`
      select search_fold(text) as folded, unicode_assigned(text) as known
      from unnest(${texts}::text[]) with ordinality as given (text, nth) order by nth`.execute(test.deps.db);
    return rows;
  };

  it('is that of the contract, for every character, and stays as it is when it is folded again', async () => {
    const CHUNK = 50_000;
    for (let first = 1; first <= 0x10ffff; first += CHUNK) {
      const texts = Array.from({ length: Math.min(CHUNK, 0x110000 - first) }, (_, n) => first + n)
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => `A${String.fromCodePoint(code)}z`);
      const rows = await foldedBy(texts);
      // A character may be newer than one of the two.
      const both = texts.flatMap((text, n) =>
        rows[n]?.known && /^\p{Assigned}*$/u.test(text) ? [{ text, by: rows[n] }] : [],
      );
      expect(both.filter(({ text, by }) => by.folded !== foldText(text))).toEqual([]);
      expect(both.filter(({ by }) => foldText(by.folded) !== by.folded)).toEqual([]);
    }
  });

  it('is that of the contract, for texts of many scripts', async () => {
    const units = [
      ...'aZ\'"`´′″‘’“-–×½İıßẞΣςσŁøæﬁが가각ก\u0301\u0308\u0345\u00ad\u200b\u202e\ufe0f١م\u064eשׁ💡\u{1f3fb} \n',
    ];
    const texts = fc.sample(fc.string({ unit: fc.constantFrom(...units), maxLength: 30 }), {
      numRuns: 3_000,
      seed: 42,
    });
    expect((await foldedBy(texts)).map(({ folded }) => folded)).toEqual(texts.map(foldText));
    for (const text of texts) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe('the condition of a search', () => {
  const textOf = (search: string) =>
    test.deps.db.selectFrom('customers').select('id').where(isFound(search, 'customers')).compile();

  it('of a name finds it with any apostrophe', async () => {
    const { id } = await test.deps.db
      .insertInto('customers')
      .values({
        name: 'Maria O’Neillson',
        email: 'maria@caller.example',
        phone: '',
        address: '',
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const search of ["O'Neillson", 'maria o’neillson', "o'neill"]) {
      expect((await test.deps.db.executeQuery(textOf(search))).rows).toEqual([{ id }]);
    }
    expect((await test.deps.db.executeQuery(textOf("O'Neal"))).rows).toEqual([]);
  });

  it('of a name with an apostrophe finds it from the first letter to the last', async () => {
    const people = ["Bea O'Brienz", 'Bert O’Brienz', 'Odd Brook', "Bob O'Leary"];
    for (const [nth, name] of people.entries()) {
      const values = { name, email: `typed-${nth}@caller.example`, phone: '', address: '', created_at: new Date() };
      await test.deps.db.insertInto('customers').values(values).execute();
    }
    const found = async (typed: string) => {
      const condition = isFound(typed, 'customers');
      const rows = test.deps.db.selectFrom('customers').select('name').where('email', 'like', 'typed-%');
      return (await rows.where(condition).orderBy('id').execute()).map(({ name }) => name);
    };
    const [bea, bert, odd, bob] = people;
    expect(await found('o')).toEqual([bea, bert, odd, bob]);
    expect(await found("o'")).toEqual([bea, bert, bob]);
    for (const typed of ["o'b", "o'br", "o'bri", "o'brie", "O'Brien", "o'brienz", 'o’b', 'o’br', 'o’bri']) {
      expect(await found(typed), typed).toEqual([bea, bert]);
    }
  });

  it('of one word is one comparison', () => {
    const { sql: text, parameters } = textOf('Lamp');
    expect(text).toMatch(/ where search_fold\("customers"\."search_text" [^?]*\) like search_fold\(\$1\)$/);
    expect(parameters).toEqual(['%lamp%']);
  });

  it('of a long word is the pattern of its parts and the word itself', () => {
    const { sql: text, parameters } = textOf('Lantern');
    expect(text).toMatch(/ like search_fold\(\$1\) and strpos\(search_fold\([^?]*\), search_fold\(\$2\)\) <> 0$/);
    expect(parameters).toEqual(['%lan%tern%', 'lantern']);
  });

  it('finds exactly the texts that have the word', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'abABab%_'), minLength: 3, maxLength: 9 });
    const cases = fc.sample(
      words
        .filter((word) => /[a-z]{3}/i.test(word))
        .chain((word) => {
          const low = word.toLowerCase();
          // Texts have the word, its parts, and its letters.
          const unit = fc.constantFrom(...'ab%_ ', low.slice(0, 3), low.slice(3), low);
          return fc.tuple(
            fc.constant(word),
            fc.array(fc.string({ unit, maxLength: 4 }), { minLength: 20, maxLength: 20 }),
          );
        }),
      { numRuns: 300, seed: 26 },
    );
    let found = 0;
    for (const [typed, texts] of cases) {
      const shown = sql.join(
        readSearch(typed).words.map((word) => hasWord(sql`given.text`, word)),
        sql` and `,
      );
      const { rows } = await sql<{ text: string }>`
        select text from unnest(${texts}::text[]) with ordinality as given (text, nth) where ${shown} order by nth
      `.execute(test.deps.db);
      expect(rows.map((row) => row.text)).toEqual(texts.filter((one) => one.includes(typed.toLowerCase())));
      found += rows.length;
    }
    expect(found).toBeGreaterThan(300);
  });

  it.each(['lamp', 'lantern', 'la', '555-0180'])(
    'is planned for its own words, because one plan does not suit all: %s',
    (search) => expect(isNameable(textOf(search).sql)).toBe(false),
  );

  it('of a number stands in brackets, so that other conditions hold for all of its ways', () => {
    const { sql: text, parameters } = textOf('555-0180');
    expect(text).toMatch(
      / where \([^?]* like search_fold\(\$1\) or reverse\(\(phone_numbers\("customers"\."phone"\)\)\[1\]\) like \$2 or [^?]*\[2\]\) like \$3\)$/,
    );
    expect(parameters).toEqual(['%555-0180%', '0810555%', '0810555%']);
  });
});
