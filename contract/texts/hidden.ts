/**
 * Control characters, invisible characters and direction marks, with which two names can look alike. Not the joiners and soft
 * hyphens: Persian and Indic words and many emoji are written with them.
 */
const HIDDEN = /[\p{Cc}\u2028\u2029]|(?![\u00ad\u200c\u200d])\p{Cf}/gu;

export const hasHidden = (text: string): boolean => text.search(HIDDEN) >= 0;

export const replaceHidden = (text: string, replacement: string): string => text.replace(HIDDEN, replacement);

const JOINERS = /[\u00ad\u200c\u200d]/g;
export const withoutJoiners = (text: string): string => text.replace(JOINERS, '');
