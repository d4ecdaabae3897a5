import { foldText, wordsOf } from '#contract/words/search.ts';
import { findTrackingId } from '#contract/words/tracking-id.ts';

/** A part of a text as it was written, and whether a search found it. */
export type FoundPart = { text: string; isFound: boolean };

type Sign = { text: string; folded: string; isFound: boolean };

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const INSIDE_WORD = /[\p{L}\p{N}]$/u;

/** The characters of a text, each with what the search compares. */
function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  for (const { segment } of characters.segment(text)) {
    const folded = foldText(segment);
    const before = signs.at(-1);
    // Two feet marks are one inch mark, and a mark without width belongs to what stands before it.
    if (before && (folded === '' || (folded === "'" && before.folded === "'"))) {
      before.text += segment;
      before.folded = foldText(before.text);
    } else signs.push({ text: segment, folded, isFound: false });
  }
  return signs;
}

/** Marks each place where a word stands. One or two letters count at the beginning of a word, as they do in a search. */
function mark(signs: readonly Sign[], word: string): void {
  const folded = signs.map((sign) => sign.folded).join('');
  const signAt = signs.flatMap((sign, index) => [...sign.folded].flatMap((each) => Array(each.length).fill(index)));
  const startsOnly = word.length <= 2;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (startsOnly && INSIDE_WORD.test(folded.slice(0, at))) continue;
    for (const sign of signs.slice(signAt[at], signAt[at + word.length - 1] + 1)) sign.isFound = true;
  }
}

/**
 * Splits a text where it has the words of a search, or where it is the tracking ID that the search means. The parts together are
 * the text as it was written, with its accents, ligatures and invisible characters.
 */
export function foundParts(text: string, search: string): FoundPart[] {
  if (findTrackingId(search) === text) return [{ text, isFound: true }];
  const signs = signsOf(text);
  for (const word of wordsOf(foldText(search))) mark(signs, word);
  const parts: FoundPart[] = [];
  for (const sign of signs) {
    const part = parts.at(-1);
    if (part?.isFound === sign.isFound) part.text += sign.text;
    else parts.push({ text: sign.text, isFound: sign.isFound });
  }
  return parts;
}
