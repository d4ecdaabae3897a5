import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasPoppler, type PdfWord, readPdf } from '#server/testing/pdf.ts';
import { createPdfRenderer } from './pdf.ts';
import { root } from './root.ts';

const pdfs = createPdfRenderer(path.join(root, 'documents/pdf'));
afterAll(() => pdfs.close());

const MARK = '\ufffd';
const NOTE = 'Some characters can’t be printed.';
/** The margins of the page, in points. */
const [LEFT, RIGHT] = [54, 558];

/** A work order with this description, and with this name of the customer. */
async function printed(description: string, name = 'Dana') {
  const data = {
    external_id: 'SR-1',
    printed_at: 'today',
    title: 'Lamp',
    business: { name: 'Lamps', lines: [] },
    job: [],
    customer: [['Name', name]],
    description,
    notes: [],
    completion: null,
    photos: [],
    other_files: [],
    left_out: null,
    history: [],
  };
  return readPdf(await pdfs.render({ template: 'work-order.typ', data, pictures: [] }));
}
const wordOf = (words: readonly PdfWord[], text: string): PdfWord => {
  const word = words.find((one) => one.text === text);
  if (!word) throw new Error(`${text} is not on the page: ${words.map((one) => one.text).join(' ')}`);
  return word;
};
/** The words of the description. */
function described({ words }: { words: readonly PdfWord[] }): readonly PdfWord[] {
  const at = (text: string) => words.findIndex((one) => one.text === text);
  return words.slice(at('reported') + 1, at('History'));
}
const widthOf = (words: readonly PdfWord[]): number =>
  Math.max(...words.map(({ right }) => right)) - Math.min(...words.map(({ left }) => left));

describe.skipIf(!hasPoppler)('a PDF (needs poppler-utils)', () => {
  it.each([
    ['Thai', 'ไฟในลานจอดรถดับ ที่นี่'],
    ['Bengali', 'পার্কিং লটের আলো ক্ষুদ্র স্ত্রী'],
    ['Tamil', 'விளக்குகள் எரியவில்லை ஸ்ரீ'],
    ['Gujarati', 'પાર્કિંગની લાઇટો બંધ છે ક્ષેત્ર'],
    ['Gurmukhi', 'ਪਾਰਕਿੰਗ ਦੀਆਂ ਬੱਤੀਆਂ ਬੰਦ ਹਨ ਪ੍ਰੇਮ'],
    ['Ethiopic', 'የመኪና ማቆሚያ መብራቶች ጠፍተዋል።'],
    ['Khmer', 'ភ្លើងនៅចំណតរថយន្តរលត់ ខ្មែរ'],
    ['Myanmar', 'မီးများ ပျက်နေသည် မြန်မာ'],
    ['Lao', 'ໄຟໃນບ່ອນຈອດລົດດັບ'],
    ['Telugu', 'పార్కింగ్ లైట్లు'],
    ['Kannada', 'ಪಾರ್ಕಿಂಗ್ ದೀಪಗಳು'],
    ['Malayalam', 'പാർക്കിംഗ് ലൈറ്റുകൾ'],
    ['Sinhala', 'ක්‍රීඩාංගණයේ ශ්‍රී ලංකා'],
    ['Armenian', 'Լույսերը չեն աշխատում'],
    ['Georgian', 'სინათლე არ მუშაობს'],
    ['Arabic', 'أضواء موقف السيارات'],
    ['Hebrew', 'האורות בחניון'],
  ])('shows %s in a typeface of the product', async (script, text) => {
    const { typefaces, missingGlyphs, text: shown } = await printed(text);
    expect(typefaces).toContain(`NotoSans${script}`);
    // None of the system's: a server may have none.
    for (const typeface of typefaces) expect(typeface).toMatch(/^(Figtree|NotoSans\w*)$/);
    expect(missingGlyphs).toBe(0);
    expect(shown).not.toContain(MARK);
    for (const letter of text.match(/\p{L}/gu) ?? []) expect(shown).toContain(letter);
  });

  it.each([
    ['Thai', 'ที่', 'ทท'],
    ['Bengali', 'ক্ক', 'কক'],
    ['Gujarati', 'ક્ક', 'કક'],
    ['Gurmukhi', 'ਪ੍ਰ', 'ਪਰ'],
    ['Khmer', 'ក្ក', 'កក'],
    ['Myanmar', 'က္က', 'ကက'],
    ['Sinhala', 'ක්‍ර', 'කර'],
    ['Arabic', 'لا', 'ل ا'],
  ])('joins the letters of a syllable in %s', async (_, joined, letters) => {
    const width = async (text: string) => widthOf(described(await printed(text)));
    expect(await width(joined)).toBeLessThan(await width(letters));
  });

  it.each(['محمد, 12 سلام (LED).', 'שלום, 12 בית (LED).'])('sets %s from right to left', async (line) => {
    const words = described(await printed(line));
    const order = words.toSorted((a, b) => b.left - a.left).map(({ text }) => text);
    expect(order.slice(1)).toEqual(['12', expect.any(String), '(', 'LED', '.)']);
    expect(Math.max(...words.map(({ right }) => right))).toBeCloseTo(RIGHT);
  });

  it('sets each line in its own direction', async () => {
    const words = described(await printed('שלום.\nLamp.'));
    const [hebrew, latin] = [wordOf(words, '.םולש'), wordOf(words, 'Lamp.')];
    expect([hebrew.right, latin.left]).toEqual([expect.closeTo(RIGHT), LEFT]);
  });

  it('shows a name in Arabic next to its label', async () => {
    const [arabic, latin] = [await printed('', 'محمد (LED).'), await printed('', 'Dana')];
    expect(wordOf(arabic.words, '.)').left).toBeCloseTo(wordOf(latin.words, 'Dana').left);
  });

  it.each(['👩‍🔧', '👨‍👩‍👧', '👩🏽‍🔧', '👍🏽', '🇺🇸', '❤️‍🔥'])('shows %s as one sign', async (emoji) => {
    // No font has the last emoji, which shares a tone of skin and the joiner.
    const { words } = await printed(`a ${emoji} 🔧 👩🏽‍\u{1fc00}`);
    expect(widthOf([wordOf(words, emoji)])).toBeCloseTo(widthOf([wordOf(words, '🔧')]), 1);
  });

  it('replaces an emoji that no font has as a whole', async () => {
    const words = described(await printed('👩‍🔧 👩‍\u{1fc00} 👩 ක්‍ර'));
    expect(words.map(({ text }) => text)).toEqual(['👩‍🔧', MARK, '👩', 'ක්‍ර']);
  });

  it('says that characters are missing', async () => {
    expect((await printed('Lamp \u{1fc00}')).text).toContain(NOTE);
  });

  it('says nothing of missing characters when it has all', async () => {
    expect((await printed('Lamp ไฟ')).text).not.toContain(NOTE);
  });

  it.each(['W', 'ก', 'ក្ក', 'ক্ক', 'ع'])('keeps a line of nothing but %s on the page', async (letter) => {
    const words = described(await printed(letter.repeat(150)));
    for (const { left, right } of words) {
      expect(left).toBeGreaterThan(LEFT - 10);
      expect(right).toBeLessThan(RIGHT + 10);
    }
  });
});
