import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPdfRenderer, type PdfRenderer } from './pdf.ts';

let folder: string;
let pdfs: PdfRenderer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-typst-'));
  await writeFile(
    path.join(folder, 'sheet.typ'),
    '#let data = json(bytes(sys.inputs.data))\n#set document(title: data.title)\n= #data.title\n#lorem(data.words)',
  );
  await writeFile(path.join(folder, 'broken.typ'), '#unknown()');
  await writeFile(path.join(folder, 'outside.typ'), '#set document(title: "x")\n#read("../outside.txt")');
  pdfs = createPdfRenderer(folder);
});
afterAll(async () => {
  await pdfs.close();
  await rm(folder, { recursive: true, force: true });
});

const sheet = (title: string, words = 20) =>
  pdfs.render({ template: 'sheet.typ', data: { title, words }, pictures: [] });

it('renders a document, also after one that failed', async () => {
  const broken = () => pdfs.render({ template: 'broken.typ', data: {}, pictures: [] });
  await expect(broken()).rejects.toThrow('broken.typ could not be rendered');
  expect((await sheet('One')).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(broken()).rejects.toThrow('unknown variable');
});

it('reads nothing outside the folder of the templates', () =>
  expect(pdfs.render({ template: 'outside.typ', data: {}, pictures: [] })).rejects.toThrow('could not be rendered'));

it('renders documents that are asked for at the same time, each with its own data', async () => {
  const sizes = await Promise.all([sheet('Short', 1), sheet('Long', 3_000), sheet('Short', 1)]);
  expect(sizes[0]?.length).toBe(sizes[2]?.length);
  expect(sizes[1]?.length).toBeGreaterThan((sizes[0]?.length ?? 0) * 2);
});
