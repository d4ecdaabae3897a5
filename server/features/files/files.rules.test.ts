import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName } from './files.rules.ts';

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
const allowed = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'pdf', 'docx', 'doc', 'csv', 'xls'];

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
