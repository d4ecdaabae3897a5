/**
 * Control characters, invisible characters and direction marks, with which two names can look alike. Not the joiners and soft
 * hyphens: Persian and Indic words and many emoji are written with them.
 */
export const HIDDEN = /[\p{Cc}\u2028\u2029]|(?![\u00ad\u200c\u200d])\p{Cf}/u;

/** A text with another one in place of what `HIDDEN` finds. */
export const replaceHidden = (text: string, replacement: string): string =>
  text.replace(new RegExp(HIDDEN, 'gu'), replacement);

const JOINERS = /[\u00ad\u200c\u200d]/g;
export const withoutJoiners = (text: string): string => text.replace(JOINERS, '');
