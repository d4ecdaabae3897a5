/** The maximum number of conditions of a search. The last one is the rest of the text as a phrase. */
const WORDS_MAX = 8;

/** The words of a search, in order. A match has all of them, anywhere. */
export function wordsOf(search: string): string[] {
  const words = [...search.matchAll(/\S+/g)];
  const last = words[WORDS_MAX - 1];
  const texts = words.slice(0, WORDS_MAX).map(([word]) => word);
  return last ? [...texts.slice(0, -1), search.slice(last.index).trimEnd()] : texts;
}

/**
 * Characters that don't count in a search: accents and other marks on a letter (after decomposition), vowel points of Hebrew and
 * Arabic, soft hyphens, and everything that has no width, such as direction marks.
 */
const UNCOUNTED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is removed by itself
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e00ff}]/gu;

/** What is searched as something plainer, although Unicode decomposes none of it. The keys are lists of characters. */
const PLAINER: Record<string, string> = {
  '`\u2018\u2019\u201a\u201b\u02b9\u02bb\u02bc\u2032\u2035': "'",
  '\u201c\u201d\u201e\u201f\u02ba\u00ab\u00bb\u3003': '"',
  '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b': '-',
  '\u0085\u1680\u2028\u2029': ' ',
  '\u2044\u2215': '/',
  '\u00d7': 'x',
  ø: 'o',
  đð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ...Object.fromEntries([...'0123456789'].map((digit, n) => [String.fromCodePoint(0x660 + n, 0x6f0 + n), digit])),
};
const plainer = new Map(Object.entries(PLAINER).flatMap(([from, to]) => [...from].map((sign) => [sign, to] as const)));

/**
 * A text as searches compare it: without case, accents, ligatures, width and invisible characters, with plain quotes, dashes and
 * digits. `Núñez` becomes `nunez`, and `8″` becomes `8"`. Folding twice changes nothing more. The database function
 * `search_fold` does the same (a test compares them over all characters).
 */
export function foldText(text: string): string {
  const plain = text
    // The acute accent alone would become a space with a mark.
    .replaceAll('\u00b4', "'")
    .normalize('NFKD')
    .replace(UNCOUNTED, '')
    .toLowerCase();
  // Two feet marks are an inch mark, and a double prime decomposes into two.
  return Array.from(plain, (sign) => plainer.get(sign) ?? sign)
    .join('')
    .replaceAll("''", '"');
}

/** Whether a text has all words of a search, anywhere. A search without a word finds all. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return wordsOf(foldText(search)).every((word) => folded.includes(word));
}
