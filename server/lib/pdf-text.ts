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

/** The characters that an error of typst names as missing from all fonts. It writes some as `\u{1f4a1}`. */
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

/** How often missing characters are replaced one by one. Then only those of European languages stay. */
const ROUNDS = 4;
const OTHER_SCRIPTS = /[^\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u20ac\n]/gu;

/**
 * Makes a renderer that accepts every text. PDF/UA refuses a document with a character that no font has, so such characters are
 * shown as a replacement mark.
 * @param render throws an error that names the missing characters
 */
export function createFontFallback<T>(render: (data: unknown) => T): (data: unknown) => T {
  return (data) => {
    let shown = mapTexts(data, plainText);
    for (let round = 0; round < ROUNDS; round += 1) {
      try {
        return render(shown);
      } catch (error) {
        const missing = missingCharacters(error instanceof Error ? error.message : '');
        if (missing.size === 0) throw error;
        shown = mapTexts(shown, (text) => [...text].map((one) => (missing.has(one) ? MISSING : one)).join(''));
      }
    }
    return render(mapTexts(shown, (text) => text.replace(OTHER_SCRIPTS, MISSING)));
  };
}
