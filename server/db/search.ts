import { type RawBuilder, sql } from 'kysely';
import { readSearch, type WordPattern } from '#server/lib/search.ts';

/** The condition that a text in lower case has a word. An index of trigrams on the text finds the pattern. */
export function hasWord(
  text: RawBuilder<unknown>,
  { operator, pattern, whole, alone }: WordPattern,
): RawBuilder<boolean> {
  // PostgreSQL folds the case on both sides, because its lower case differs from JavaScript's.
  const found = sql<boolean>`${text} ${sql.raw(operator)} lower(${pattern})`;
  // The index reads no end of a word from a regular expression. The similarity of a word to itself has it: "o " of O'Neill.
  if (alone !== undefined) return sql<boolean>`${found} and ${text} %> lower(${alone})`;
  // No index knows this function, and the planner takes an inequality for true of nearly all rows: the pattern decides the plan.
  return whole === undefined ? found : sql<boolean>`${found} and strpos(${text}, lower(${whole})) <> 0`;
}

/**
 * The condition that rows are found by a search: their text, in lower case, has all its words, or their telephone number ends
 * with its digits.
 * @param row the columns, each with its table: the text has an index of trigrams, the number one of `reverse(phone_digits(...))`
 */
export function isFound(search: string, row: { text: string; phone: string }): RawBuilder<boolean> {
  const { words, digits } = readSearch(search);
  const text = sql.ref(row.text);
  const isText = sql<boolean>`${sql.join(
    words.map((word) => hasWord(text, word)),
    sql` and `,
  )}`;
  if (digits === undefined) return isText;
  const backwards = `${[...digits].reverse().join('')}%`;
  return sql`(${isText} or reverse(phone_digits(${sql.ref(row.phone)})) like ${backwards})`;
}
