import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Download } from './download.ts';

/** A column of a CSV file. The caller formats times as ISO 8601 in UTC. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/** A formula after white space, which a spreadsheet also runs. `escape_formulas` checks only the first character. */
const HIDDEN_FORMULA = /^\s+[=+\-@＝＋－＠]/;

/**
 * A CSV file that is made while it is sent, so that its size costs no memory. It opens in Excel as UTF-8, and no cell of it
 * is read as a formula (threats T19).
 * @param pages the rows, page by page, in the order of the file
 * @param name the name of the file, with its extension
 */
export function csvDownload<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Download {
  const csv = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ header }) => header),
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { string: (text) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
  });
  async function* records() {
    for await (const rows of pages) for (const row of rows) yield columns.map(({ value }) => value(row));
  }
  // `compose` ends the reading of the rows when the receiver goes away, and the download when the reading fails.
  return {
    stream: Readable.from(records()).compose(csv),
    name,
    type: 'text/csv; charset=utf-8',
    inline: false,
    keptSeconds: 0,
  };
}
