import { stringify } from 'csv-stringify/sync';

/** A column of a CSV file. The caller formats times. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/**
 * Where a spreadsheet that reads the file with another separator than ours begins a cell inside a text, and a formula follows.
 * Before a formula it skips spaces, quotes and what nobody sees. Apostrophes count as skipped, so that a stored one is told from ours.
 */
const INNER_FORMULA =
  /(?<=[,;\t\n\v\f\r])(?=[[\s"'\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[,;\t\n\v\f\r]]*[=+\-@＝＋－＠])/gv;
/** The same at the beginning, where a quote is a part of the text. A tab or a carriage return is enough there. */
const FORMULA = /^(?:[\s,;'\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|'*[\t\r])/v;

/**
 * Puts a `'` before each formula that hides in a text (threats T19). `docs/CSV.md` says how it is removed: a text that begins with a
 * `'` of its own gets one as well where removing would take that one away. `escape_formulas` of csv-stringify checks only the first
 * character, and does not tell the two apart.
 */
function guarded(text: string): string {
  const inner = text.replace(INNER_FORMULA, "'");
  return FORMULA.test(inner) ? `'${inner}` : inner;
}

/** A CSV file that is made while it is sent, so that its size costs no memory. */
export type CsvFile = {
  /** With its extension. */
  name: string;
  /** The text of the file, in its order. */
  pages: AsyncIterable<string>;
};

/**
 * A CSV file that opens in Excel as UTF-8. No cell of it is read as a formula (threats T19).
 * @param rows page by page, in the order of the file; at least one page, which may be empty
 */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): CsvFile {
  async function* pages() {
    let isFirst = true;
    for await (const page of rows) {
      const records = page.map((row) => columns.map(({ value }) => value(row)));
      yield stringify(records, {
        bom: isFirst,
        header: isFirst,
        columns: columns.map(({ header }) => header),
        quoted_string: true,
        record_delimiter: 'windows',
        cast: { string: guarded },
      });
      isFirst = false;
    }
  }
  return { name, pages: pages() };
}

/** The filters of a query that are set, as the trail keeps what a file was asked for with. */
export const setFilters = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
