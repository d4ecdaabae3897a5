/** Characters that are drawn as nothing, or that change the reading direction of what follows them. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff0-\uffff]/gu;
/** Shown in place of a character that no font has. */
const MISSING = '\ufffd';

/** Applies a function to each text in JSON data. */
function mapTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((item) => mapTexts(item, change));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mapTexts(value, change)]));
}

/** Keeps line breaks. Spaces replace tabs; control characters and those that turn the reading direction are removed. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, (character) => (character === '\t' ? ' ' : ''))
    .replace(UNSAFE, (character) => (character === '\n' || character === MISSING ? character : ''));

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const clustersOf = (text: string) => Array.from(clusters.segment(text), ({ segment }) => segment);

/** The longest run without a place where its line can break, in clusters: it must fit a narrow column. */
const UNBROKEN = 24;
const BREAK = '\u200b';
/** A run in a script that is written without spaces. */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{25,}/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Adds invisible breaks between words of scripts without spaces, and inside of what is no word. Typst finds most of these places
 * by itself, but none in a letter that is repeated a hundred times, which would leave the page.
 */
export const breakable = (text: string): string =>
  text.replace(SPACELESS, (run) => {
    let broken = '';
    let unbroken = 0;
    for (const { segment: word } of words.segment(run)) {
      const inWord = clustersOf(word);
      if (unbroken + inWord.length > UNBROKEN && broken !== '') {
        broken += BREAK;
        unbroken = 0;
      }
      for (const cluster of inWord) {
        if (unbroken === UNBROKEN) broken += BREAK;
        unbroken = unbroken === UNBROKEN ? 1 : unbroken + 1;
        broken += cluster;
      }
    }
    return broken;
  });

/**
 * The characters that an error of typst names as missing from all fonts. It writes some as `\u{1f4a1}`, and names all of a cluster
 * when one is missing.
 */
function missingCharacters(message: string): Set<string> {
  const missing = new Set<string>();
  for (const [, text = ''] of message.matchAll(/the text `\\?"(.{1,200}?)\\?"` could not be displayed/gu)) {
    const plain = text.replace(/\\{1,2}u\{([0-9a-f]{1,6})\}/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    for (const character of plain) if ((character.codePointAt(0) ?? 0) > 0x7e) missing.add(character);
  }
  return missing;
}

/** Replaces each cluster that meets the condition as a whole, so that no part of an emoji or of a syllable is left. */
const replaceClusters = (text: string, isMissing: (characters: readonly string[]) => boolean): string =>
  clustersOf(text)
    .map((cluster) => (isMissing([...cluster]) ? MISSING : cluster))
    .join('');

/** How often missing characters are replaced one by one. Then only those of European languages stay. */
const ROUNDS = 6;
const OTHER_SCRIPTS = /[^\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u20ac\n]/u;

/**
 * The texts with a mark for what is missing. Clusters of several characters come first, because a character of theirs may be
 * displayed well elsewhere: a joiner, a person, a tone of skin.
 */
function withoutMissing(data: unknown, missing: ReadonlySet<string>): unknown {
  const isNamed = (one: string) => missing.has(one);
  const conditions: ((characters: readonly string[]) => boolean)[] = [
    (characters) => characters.length > 1 && characters.every(isNamed),
    (characters) => characters.every(isNamed),
    (characters) => characters.some(isNamed),
  ];
  for (const condition of conditions) {
    let isChanged = false;
    const shown = mapTexts(data, (text) => {
      const replaced = replaceClusters(text, condition);
      isChanged ||= replaced !== text;
      return replaced;
    });
    if (isChanged) return shown;
  }
  return data;
}

/**
 * Makes a renderer that accepts every text. PDF/UA refuses a document with a character that no font has, so such characters are
 * shown as a replacement mark.
 * @param render throws an error that names the missing characters. It is told whether the texts have such a mark
 */
export function createFontFallback<T>(render: (data: unknown, hasMissing: boolean) => T): (data: unknown) => T {
  const attempt = (shown: unknown) => render(shown, JSON.stringify(shown).includes(MISSING));
  return (data) => {
    let shown = mapTexts(data, (text) => breakable(plainText(text)));
    for (let round = 0; round < ROUNDS; round += 1) {
      try {
        return attempt(shown);
      } catch (error) {
        const missing = missingCharacters(error instanceof Error ? error.message : '');
        if (missing.size === 0) throw error;
        shown = withoutMissing(shown, missing);
      }
    }
    return attempt(
      mapTexts(shown, (text) =>
        replaceClusters(text, (characters) => characters.some((one) => OTHER_SCRIPTS.test(one))),
      ),
    );
  };
}
