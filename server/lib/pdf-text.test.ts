import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakable, createFontFallback, plainText } from './pdf-text.ts';

/** A renderer whose fonts have Latin characters only. Its errors read like those of typst. */
const render = (data: unknown) => {
  const text = JSON.stringify(data);
  const missing = [...text].filter((one) => (one.codePointAt(0) ?? 0) > 0x2fff && one !== '\ufffd');
  if (missing.length === 0) return text;
  const named = missing.map((one) => `\\"\\u{${one.codePointAt(0)?.toString(16)}}\\"`);
  throw new Error(
    named.map((one) => `PDF/UA-1 error: the text \`${one}\` could not be displayed with font`).join(', '),
  );
};

describe('plain text', () => {
  it.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a\tb', 'a b'],
    ['a\u0000\u0007b', 'ab'],
    ['\u202eevil\u2066', 'evil'],
    ['lone \ud800', 'lone \ufffd'],
    ['שלום', 'שלום'],
  ])('%j becomes %j', (text, plain) => expect(plainText(text)).toBe(plain));
});

describe('characters that no font has', () => {
  it('are replaced, in every text of the data', () => {
    expect(createFontFallback(render)({ a: 'lamp 电灯', b: [{ c: 'x\u{1F4A1}' }], n: 1, z: null })).toBe(
      '{"a":"lamp \ufffd\ufffd","b":[{"c":"x\ufffd"}],"n":1,"z":null}',
    );
  });

  it('are replaced as whole clusters', () => {
    // As typst does, all characters of the cluster are named.
    const missing = (data: unknown) => {
      const text = JSON.stringify(data);
      if (!text.includes('👩\u200d\u{1fc00}')) return text;
      throw new Error([...'👩\u200d\u{1fc00}'].map((one) => `the text \`"${one}"\` could not be displayed`).join(', '));
    };
    expect(createFontFallback(missing)({ a: '👩 👩\u200d🔧 👩\u200d\u{1fc00}' })).toBe('{"a":"👩 👩\u200d🔧 \ufffd"}');
  });

  it('are told to the renderer', () => {
    const told = (text: string) => createFontFallback((data, hasMissing) => [render(data), hasMissing][1])({ text });
    expect([told('Lamp'), told('电')]).toEqual([false, true]);
  });

  it('never prevent a document (any text)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(createFontFallback(render)({ text })).toContain('"text"');
      }),
      { seed: 11 },
    );
  });

  it('leave an error of another kind as it is', () => {
    const fail = () => {
      throw new Error('unknown variable');
    };
    expect(() => createFontFallback(fail)({})).toThrow('unknown variable');
  });
});

describe('a text without spaces', () => {
  it('breaks between words', () => {
    const parts = breakable('ไฟในลานจอดรถดับตั้งแต่วันศุกร์ตอนเย็น').split('\u200b');
    expect(parts).toEqual(['ไฟในลานจอดรถดับตั้งแต่วันศุกร์', 'ตอนเย็น']);
  });

  it('breaks inside of what is no word', () => {
    const parts = breakable('ກ'.repeat(100)).split('\u200b');
    expect(parts.map((part) => part.length)).toEqual([24, 24, 24, 24, 4]);
  });

  it('is left as it is when it is short', () => {
    expect(breakable('ไฟในลาน 電灯 lamp')).toBe('ไฟในลาน 電灯 lamp');
  });
});
