import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARD, INNER_GUARD, readCsv } from '#server/testing/csv.ts';
import { csvFile } from './csv.ts';
import { root } from './root.ts';

type Row = { title: string; rating: number | null };
const columns = [
  { header: 'Title', value: (row: Row) => row.title },
  { header: 'Rating', value: (row: Row) => row.rating },
];
const textOf = (pages: Parameters<typeof csvFile<Row>>[2]) => text(csvFile('x.csv', columns, pages).pages);
const fileOf = async (...titles: string[]) => {
  const csv = await textOf([titles.map((title) => ({ title, rating: -1 }))]);
  return csv.split('\r\n').slice(1, -1);
};

describe('A CSV file', () => {
  it('begins with a byte order mark and its header, and has a line per row', async () => {
    const pages = [[{ title: 'First', rating: 5 }], [{ title: 'Second, with a comma', rating: null }], []];
    expect(await textOf(pages)).toBe('\uFEFF"Title","Rating"\r\n"First",5\r\n"Second, with a comma",\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '  @x', '\n+1', '\u00a0=1', '\uFF1D1', ' \uFF0B1'])(
    'does not hand %j to a spreadsheet as a formula',
    async (title) => {
      const [line] = (await fileOf(title)).join('\r\n').split(/,-1$/);
      expect(line?.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it.each([
    ['x;=1', "x;'=1"],
    ['x; =1', "x;' =1"],
    ['x,@SUM(A1)', "x,'@SUM(A1)"],
    ['x\t+1', "x\t'+1"],
    ['x\n-1', "x\n'-1"],
    ['x;\u200B=1', "x;'\u200B=1"],
    ['x;"=1"', `x;'"=1"`],
    ['x;;\uFF1D1', "x;;'\uFF1D1"],
    [';=1', "';'=1"],
    ['\t=1', "'\t'=1"],
    ['\u200B=1', "'\u200B=1"],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['\u00A0@x', "'\u00A0@x"],
    ['\u0001=1', "'\u0001=1"],
    ['\u3164=1', "'\u3164=1"],
    ['\u2800=1', "'\u2800=1"],
  ])('hands %j to no spreadsheet as a formula, whatever separates its cells', async (title, defused) => {
    expect((await fileOf(title)).join('\r\n')).toBe(`"${defused.replaceAll('"', '""')}",-1`);
  });

  it.each([' Lamp', 'a=b', '3 = 3', '5 - 3', 'a; b', 'a, b; c', 'Pole 3;4', '(407) 555-0111', 'x;y=1', '"-20%" sign'])(
    'does not change %j, nor numbers',
    async (title) => {
      expect(await fileOf(title)).toEqual([`"${title.replaceAll('"', '""')}",-1`]);
    },
  );

  it.each([
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["' =1", "'' =1"],
    ["'\t", "''\t"],
    ["x;'=1", "x;''=1"],
    ["x\n'=1", "x\n''=1"],
  ])('tells an apostrophe of %j from the guard', async (title, cell) => {
    expect((await fileOf(title)).join('\r\n')).toBe(`"${cell}",-1`);
  });

  it.each(["'tis", "Joe's", "5' - 6'", "'x;'y=1"])('leaves the apostrophe of %j alone', async (title) => {
    expect(await fileOf(title)).toEqual([`"${title}",-1`]);
  });

  it('is read back as what is stored (any text)', async () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'\'"=+-@,; \t\n\r\v\u200b\ufeff＝x1'),
        fc.string({ unit: 'binary', size: 'xsmall' }),
      ),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, { minLength: 1 }), async (titles) => {
        const csv = await textOf([titles.map((title) => ({ title, rating: 1 }))]);
        expect(readCsv(csv).map(({ Title }) => Title)).toEqual(titles);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('is read back as what is stored when it is very long', async () => {
    const title = `x;'=1,"\r\n👩‍🔧`.repeat(20_000);
    expect(readCsv(await textOf([[{ title, rating: 1 }]]))).toEqual([{ Title: title, Rating: '1' }]);
  });

  it('is read by the rule that the manual gives', () => {
    const manual = readFileSync(path.join(root, 'docs/CSV.md'), 'utf8');
    for (const pattern of [GUARD, INNER_GUARD]) expect(manual).toContain(`${pattern};`);
  });

  it('fails when the reading of the rows fails', async () => {
    async function* pages() {
      yield [{ title: 'First', rating: 5 }];
      throw new Error('the database went away');
    }
    await expect(textOf(pages())).rejects.toThrow('the database went away');
  });

  it('of no rows is its header', async () => {
    expect(await textOf([[]])).toBe('\uFEFF"Title","Rating"\r\n');
  });
});
