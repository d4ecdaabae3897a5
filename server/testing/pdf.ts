import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
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
    const { stdout: layout } = await run('pdftotext', ['-bbox', file, '-']);
    const { stdout: images } = await run('pdfimages', ['-list', file]);
    const { stdout: fonts } = await run('pdffonts', [file]);
    const { stdout: structure } = await run('pdfinfo', ['-struct', file]);
    await run('pdftoppm', ['-r', '50', '-gray', '-png', file, path.join(folder, 'page')]);
    const glyphs = glyphsOf(pdf);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return {
      isTagged: /^Tagged:\s+yes$/m.test(info),
      /** With runs of spaces and line breaks as one space. */
      text: text.replace(/\s+/g, ' '),
      words: wordsOf(layout),
      /** How often a page shows the glyph of a missing character, which is number 0 of every font. */
      missingGlyphs: glyphs.filter((glyph) => glyph === 0).length,
      glyphs: glyphs.length,
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

/** Where a word is on its page, in points from the left. */
export type PdfWord = { text: string; left: number; right: number };

const wordsOf = (layout: string): PdfWord[] =>
  Array.from(
    layout.matchAll(/<word xMin="(-?[\d.]+)" yMin="[\d.]+" xMax="(-?[\d.]+)" yMax="[\d.]+">(.*)<\/word>/g),
    (word) => ({
      text: (word[3] ?? '').replace(/[\u200b\u202a-\u202e]/g, ''),
      left: Number(word[1]),
      right: Number(word[2]),
    }),
  );

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (literal: string) =>
  literal.replace(/\\(?:([0-7]{1,3})|(.))/gs, (_, octal: string | undefined, character: string) =>
    octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (ESCAPES[character] ?? character),
  );

/** The numbers of all glyphs that the pages show. Each is two bytes in a text that typst writes on one line, before its operator. */
function glyphsOf(pdf: Buffer): number[] {
  const streams = Array.from(pdf.toString('latin1').matchAll(/\nstream\r?\n(.*?)endstream/gs), ([, raw = '']) => {
    try {
      return inflateSync(Buffer.from(raw, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const shown = streams.flatMap((stream) => stream.split('\n').filter((line) => /[)\]] ?T[jJ]$/.test(line)));
  const texts = shown.flatMap((line) => line.match(/\((?:\\.|[^\\)])*\)/gs) ?? []);
  return texts.flatMap((text) => {
    const bytes = Buffer.from(unescaped(text.slice(1, -1)), 'latin1');
    return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2));
  });
}
