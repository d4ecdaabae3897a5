import { type RawBuilder, sql } from 'kysely';
import { foldText, wordsOf } from '#contract/words/search.ts';
import { findTrackingId } from '#contract/words/tracking-id.ts';
import { likeText, readSearch, WORD_START, type WordPattern } from '#server/lib/search.ts';

/**
 * What a search of a table reads: the column with its folded text, or the ones to fold, and the one with telephone numbers.
 * Indexes have the folded text of each table and its numbers (search-indexes.ts).
 */
const searched = {
  requests: { folded: 'folded_text', phone: 'customer_phone', trackingId: 'external_id' },
  customers: { texts: ['search_text', 'address'], phone: 'phone' },
  contact_messages: { texts: ['search_text'], phone: 'phone' },
  users: { texts: ['name', 'email'], phone: 'phone' },
} as const;
export type SearchedTable = keyof typeof searched;

/** Whether a table keeps its folded text in a column. */
export const hasKeptText = (table: SearchedTable): boolean => 'folded' in searched[table];

/** The folded text of a row, as its index has it. */
export function searchedText(table: SearchedTable): RawBuilder<string> {
  const columns = searched[table];
  if ('folded' in columns) return sql.ref<string>(`${table}.${columns.folded}`);
  const texts = columns.texts.map((column) => sql.ref(`${table}.${column}`));
  return sql<string>`search_fold(${sql.join(texts, sql` || E'\n' || `)})`;
}

/** What names are sorted by, as people expect it: adam, Álvaro, beth, Bob. The id behind it keeps equal names in order. */
export const nameOrder = (column: string): RawBuilder<string> => sql<string>`search_fold(${sql.ref(column)})`;

/** The digits of the first two telephone numbers of a row, backwards: people search for a number, or for its last digits. */
export function phoneNumbers(table: SearchedTable): RawBuilder<string>[] {
  const numbers = sql`phone_numbers(${sql.ref(`${table}.${searched[table].phone}`)})`;
  return [1, 2].map((nth) => sql<string>`reverse((${numbers})[${sql.lit(nth)}])`);
}

/** The folded text of an entry of the trail: who, what was done, from where, and the fields with their values. */
export function auditText(): RawBuilder<string> {
  const of = (column: string) => sql.ref(`audit_events.${column}`);
  return sql<string>`search_fold(audit_text(${of('actor_name')}, ${of('action')}, ${of('ip')}, ${of('before')}, ${of('after')}))`;
}

/** The condition that a folded text has a word. An index of trigrams on the text finds the pattern. */
export function hasWord(
  text: RawBuilder<unknown>,
  { operator, pattern, whole, alone }: WordPattern,
): RawBuilder<boolean> {
  // PostgreSQL folds the word once more, because the Unicode of its version may differ from JavaScript's.
  const found =
    operator === 'like'
      ? sql<boolean>`${text} like search_fold(${pattern})`
      : sql<boolean>`${text} ~ (${WORD_START} || search_fold(${pattern}))`;
  // The index reads no end of a word from a regular expression. The similarity of a word to itself has it: "o " of o'neill.
  if (alone !== undefined) return sql<boolean>`${found} and ${text} %> search_fold(${alone})`;
  // No index knows this function, and the planner takes an inequality for true of nearly all rows: the pattern decides the plan.
  return whole === undefined ? found : sql<boolean>`${found} and strpos(${text}, search_fold(${whole})) <> 0`;
}

/** The condition that a folded text has all words of a search anywhere, or its tracking ID. For few rows: no index finds one letter. */
export function hasAll(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const trackingId = findTrackingId(search);
  const words = wordsOf(foldText(search)).map((word) => sql<boolean>`${text} like search_fold(${likeText(word)})`);
  const all = words.length ? sql<boolean>`${sql.join(words, sql` and `)}` : sql<boolean>`true`;
  return trackingId === null ? all : sql`(${all} or ${text} like search_fold(${likeText(trackingId)}))`;
}

/**
 * The condition that rows of a table are found by a search: all its words, the end of their telephone number, or their tracking ID.
 * @param trackingId the one in the search; null when its other words count as well
 */
export function isFound(
  search: string,
  table: SearchedTable,
  trackingId = findTrackingId(search),
): RawBuilder<boolean> {
  const { words, digits } = readSearch(search);
  // What has no sign that counts, such as a direction mark alone, finds all.
  if (!words.length) return sql`true`;
  const text = searchedText(table);
  const columns = searched[table];
  const ways = [
    sql<boolean>`${sql.join(
      words.map((word) => hasWord(text, word)),
      sql` and `,
    )}`,
  ];
  if (digits !== undefined) {
    const backwards = `${[...digits].reverse().join('')}%`;
    ways.push(...phoneNumbers(table).map((number) => sql<boolean>`${number} like ${backwards}`));
  }
  if (trackingId !== null && 'trackingId' in columns) {
    ways.push(sql`${sql.ref(`${table}.${columns.trackingId}`)} = ${trackingId}`);
  }
  return ways.length === 1 && ways[0] ? ways[0] : sql`(${sql.join(ways, sql` or `)})`;
}
