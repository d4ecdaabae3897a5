const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });
const signsOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The first sign of a name as people see it, whatever its script: a letter with its marks, or a whole emoji. */
export function initialOf(name: string): string {
  const first = signsOf(name.normalize('NFC')).find((sign) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign));
  if (first === undefined) return '?';
  const capital = first.toLocaleUpperCase('en-US');
  // A sharp s would be two letters.
  return signsOf(capital).length === 1 ? capital : first;
}
