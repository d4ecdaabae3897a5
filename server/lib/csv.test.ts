import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { csvDownload } from './csv.ts';

const columns = [
  { header: 'Title', value: (row: { title: string; rating: number | null }) => row.title },
  { header: 'Rating', value: (row: { title: string; rating: number | null }) => row.rating },
];
const fileOf = async (...titles: string[]) => {
  async function* pages() {
    yield titles.map((title) => ({ title, rating: -1 }));
  }
  const csv = await text(csvDownload('x.csv', columns, pages()).stream);
  return csv.split('\r\n').slice(1, -1);
};

describe('A CSV file', () => {
  it('begins with a byte order mark and its header, and has a line per row', async () => {
    async function* pages() {
      yield [{ title: 'First', rating: 5 }];
      yield [{ title: 'Second, with a comma', rating: null }];
    }
    const file = await buffer(csvDownload('x.csv', columns, pages()).stream);
    expect(file.toString('utf8')).toBe('\uFEFF"Title","Rating"\r\n"First",5\r\n"Second, with a comma",\r\n');
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
    await expect(text(csvDownload('x.csv', columns, pages()).stream)).rejects.toThrow('the database went away');
  });

  it('stops reading rows when the receiver goes away', async () => {
    let ended = false;
    async function* pages() {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => ({ title: 'A lamp', rating: 1 }));
      } finally {
        ended = true;
      }
    }
    const { stream } = csvDownload('x.csv', columns, pages());
    for await (const chunk of stream) if (chunk) break;
    await expect.poll(() => ended).toBe(true);
  });
});
