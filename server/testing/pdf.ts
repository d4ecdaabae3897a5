import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);

/** Whether poppler's programs are there. `npm test` installs them where it may. */
export const hasPoppler = existsSync('/usr/bin/pdftoppm');

/** A PDF as poppler's programs see it. */
export async function readPdf(pdf: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-pdf-'));
  const file = path.join(folder, 'document.pdf');
  await writeFile(file, pdf);
  try {
    const { stdout: info } = await run('pdfinfo', [file]);
    const { stdout: text } = await run('pdftotext', [file, '-']);
    const { stdout: images } = await run('pdfimages', ['-list', file]);
    const { stdout: fonts } = await run('pdffonts', [file]);
    const { stdout: structure } = await run('pdfinfo', ['-struct', file]);
    await run('pdftoppm', ['-r', '50', '-gray', '-png', file, path.join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return {
      isTagged: /^Tagged:\s+yes$/m.test(info),
      /** With runs of spaces and line breaks as one space. */
      text: text.replace(/\s+/g, ' '),
      /** The typefaces, without the weights. A PDF has the characters of each that it shows, under a name with a prefix. */
      typefaces: [...new Set(Array.from(fonts.matchAll(/^[A-Z]{6}\+(\w+)/gm), ([, name]) => name))].sort(),
      pictures: images.split('\n').filter((line) => /^\s*\d+\s+\d+ image/.test(line)).length,
      figures: structure.match(/\bFigure\b/g)?.length ?? 0,
      /** The share of each page that is not white, 0 to 1. */
      ink: await Promise.all(pages.map((page) => inkOf(path.join(folder, page)))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inkOf(page: string): Promise<number> {
  const grey = await sharp(page).greyscale().raw().toBuffer();
  return grey.reduce((ink, value) => ink + (value < 250 ? 1 : 0), 0) / grey.length;
}
