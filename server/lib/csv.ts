import { stringify } from 'csv-stringify/sync';

/** A column of a CSV file. The caller formats times as ISO 8601 in UTC. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/** A formula after white space, which a spreadsheet also runs. `escape_formulas` checks only the first character. */
const HIDDEN_FORMULA = /^\s+[=+\-@＝＋－＠]/;

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
        cast: { string: (text) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
      });
      isFirst = false;
    }
  }
  return { name, pages: pages() };
}
