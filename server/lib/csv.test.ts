import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { csvFile } from './csv.ts';

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

  it('does not change numbers and ordinary texts', async () => {
    expect(await fileOf(' Lamp', 'a=b', '3 = 3')).toEqual(['" Lamp",-1', '"a=b",-1', '"3 = 3",-1']);
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
