import { stringify } from 'csv-stringify/sync';

/** A column of a CSV file. The caller formats times. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

const SEPARATORS = [',', ';', '\t', '\n', '\v', '\f', '\r'];
/** What a spreadsheet skips before a formula: separators, quotes, and what nobody sees. */
const GAP = /[\s,;"\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const FORMULA = /^[=+\-@＝＋－＠]/;

/**
 * Puts a `'` before each formula that hides in a text: behind what nobody sees, and behind a separator, because a spreadsheet
 * may read the file with another separator than ours. `escape_formulas` checks only the first character.
 */
const defused = (text: string): string =>
  text.replace(GAP, (gap, at: number) => {
    if (!FORMULA.test(text.slice(at + gap.length, at + gap.length + 1))) return gap;
    const behind = 1 + Math.max(...SEPARATORS.map((separator) => gap.lastIndexOf(separator)));
    const inner = behind > 0 ? `${gap.slice(0, behind)}'${gap.slice(behind)}` : gap;
    return at === 0 && !gap.includes('"') ? `'${inner}` : inner;
  });

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
        escape_formulas: true,
        quoted_string: true,
        record_delimiter: 'windows',
        cast: { string: defused },
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
