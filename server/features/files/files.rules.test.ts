import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentExtensions, imageExtensions } from '#contract/words/files.ts';
import { displayName, kindOf } from './files.rules.ts';

const awkward = fc.constantFrom(
  '/',
  '\\',
  '..',
  '.',
  '\u0000',
  '\r\n',
  '\u202e',
  '\u2066',
  '\u200d',
  '\ud800',
  'e\u0301',
  '💡',
  '"',
  '\u2028',
);
const name = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const allowed = [...imageExtensions, ...documentExtensions];

describe('a display name', () => {
  it('is a short, visible, well-formed label without a path, and a second cleaning does not change it', () => {
    fc.assert(
      fc.property(name, (raw) => {
        const clean = displayName(raw);
        expect(clean).not.toMatch(/[/\\\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toBe('');
        expect([...clean].length).toBeLessThanOrEqual(120);
        expect(displayName(clean)).toBe(clean);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the extension of a long name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
        fc.constantFrom(...allowed),
        (base, extension) => {
          expect(displayName(`${base}.${extension}`).endsWith(`.${extension}`)).toBe(true);
        },
      ),
    );
  });
});

describe('the type of a file', () => {
  const magics = ['jpg', 'png', 'gif', 'webp', 'pdf', 'docx', 'cfb', 'zip', 'exe', 'bmp', 'xml', 'html', undefined];
  const agreeing: Record<string, string> = {
    jpg: 'jpg',
    jpeg: 'jpg',
    png: 'png',
    gif: 'gif',
    webp: 'webp',
    pdf: 'pdf',
    docx: 'docx',
    doc: 'cfb',
    xls: 'cfb',
  };

  it('is known only when name and bytes agree', () => {
    const binary = new Uint8Array([0, 1, 2, 255]);
    for (const extension of [...allowed, 'svg', 'html', 'exe', 'constructor', '__proto__', 'tostring', '']) {
      for (const magic of magics) {
        const agrees = magic !== undefined && agreeing[extension] === magic;
        expect([extension, magic, kindOf(`a.${extension}`, magic, binary) !== null]).toEqual([
          extension,
          magic,
          agrees,
        ]);
      }
    }
  });

  it('is csv for every text that is no markup, and for nothing else', () => {
    const csv = (bytes: Uint8Array, magic?: string) => kindOf('a.csv', magic, bytes) !== null;
    const encode = (text: string) => new TextEncoder().encode(text);
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/\p{Cc}|[<]/u.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }), (rows) => {
        expect(csv(encode(`id,${rows.map((row) => row.join(',')).join('\r\n')}\n`))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.integer({ min: 0, max: 8 }), (bytes, control) => {
        expect(csv(new Uint8Array([...encode('a,b\n'), control, ...bytes]))).toBe(false);
      }),
    );
    for (const magic of ['pdf', 'png', 'xml', 'zip', 'swf']) expect(csv(encode('a,b\n'), magic)).toBe(false);
    for (const start of ['<html', ' <!DOCTYPE', '\n<?xml', '<svg', '\ufeff<a'])
      expect(csv(encode(`${start},b\n`))).toBe(false);
  });
});
