import { parse } from 'csv-parse/sync';

/** The rule of `docs/CSV.md`, as a program that reads the files would write it. */
export const INNER_GUARD =
  /(?<=[,;\t\n\v\f\r])'(?=[[\s"'\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[,;\t\n\v\f\r]]*[=+\-@＝＋－＠])/gv;
export const GUARD = /^'(?=[\s,;'\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|'*[\t\r])/v;

/** The stored text of a cell. */
const unguarded = (cell: string): string => cell.replace(GUARD, '').replace(INNER_GUARD, '');

/** The rows of a CSV file by their headers, with the values as they are stored. */
export const readCsv = (text: string): Record<string, string>[] =>
  parse<Record<string, string>>(text, {
    bom: true,
    columns: true,
    record_delimiter: '\r\n',
    cast: (cell, { header }) => (header ? cell : unguarded(cell)),
  });

/** Texts that an export, a guard or a reader may change. */
export const HARD_TEXTS: readonly string[] = [
  'He said "dark", twice',
  'a,b;c\td',
  'Line one\r\nline two\n-3',
  '=HYPERLINK("http://evil.example","x")',
  '+1 (407) 555-0111',
  '-20% "sign"',
  '@SUM(A1)',
  '\t=1',
  "'=1",
  "''=1",
  "'tis, '-5",
  'x;=1',
  "x;'=1",
  '＝1＋1',
  '電灯 أضواء 👩‍🔧 e\u0301',
  `"=',;\r\n'-1👩‍🔧`.repeat(400),
];
