import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { drawPng } from '../server/lib/png.ts';

/** The last step of a build: draws the icons, completes the notices, and adds compressed copies of every text file that the site serves. */
const web = path.join(import.meta.dirname, '../dist/web');
const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** The mark in a square of that size. `room` is the share that the mark fills; its background fills the whole square. */
function icon(mark: string, size: number, room = 1): string {
  const inset = (32 * (1 / room - 1)) / 2;
  const span = 32 + 2 * inset;
  const ground = /<rect[^>]*fill="([^"]+)"/.exec(mark)?.[1];
  if (!ground) throw new Error('favicon.svg has no ground to draw the icons on');
  const full = room === 1 ? '' : `<path fill="${ground}" d="M${-inset} ${-inset}h${span}v${span}H${-inset}z"/>`;
  const inner = mark.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-inset} ${-inset} ${span} ${span}">${full}${inner}</svg>`;
}

const mark = await readFile(path.join(web, 'favicon.svg'), 'utf8');
await mkdir(path.join(web, 'icons'), { recursive: true });
const icons = {
  'icon-192.png': icon(mark, 192),
  'icon-512.png': icon(mark, 512),
  // Phones cut this icon to any shape, so the mark stays inside the middle four fifths.
  'maskable-512.png': icon(mark, 512, 0.8),
  // iPhones round the corners, and show transparent parts in black.
  'apple-touch-icon.png': icon(mark, 180, 0.9),
};
for (const [name, svg] of Object.entries(icons)) await writeFile(path.join(web, 'icons', name), await drawPng(svg));

// The bundler names the packages of scripts and not the typeface.
const typeface = path.join(import.meta.dirname, '../node_modules/@fontsource-variable/figtree/LICENSE');
await appendFile(
  path.join(web, 'third-party-notices.txt'),
  `\n## Figtree, the typeface (OFL-1.1)\n\n${await readFile(typeface, 'utf8')}`,
);

const files = await readdir(web, { recursive: true });
await Promise.all(
  files
    .filter((file) => /\.(js|css|svg|txt)$/.test(file))
    .map(async (file) => {
      const bytes = await readFile(path.join(web, file));
      for (const [ending, compress] of Object.entries(compressors)) {
        await writeFile(path.join(web, `${file}.${ending}`), await compress(bytes));
      }
    }),
);
