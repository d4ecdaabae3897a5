/** The signs that keyboards and telephones write as an apostrophe, as a class of a regular expression: O'Neill, O’Neill. */
export const APOSTROPHES = "['\u2018\u2019\u02bc`\u00b4]";

const BEHIND_LETTER = /(?<=[\p{L}\p{N}])['\u2018\u2019\u02bc`\u00b4]/gu;
const INSIDE_WORD = /(?<=[\p{L}\p{N}])['\u2018\u2019\u02bc`\u00b4](?=[\p{L}\p{N}])/gu;
const LETTERS_BEFORE = /^[\p{L}\p{N}]+(?=['\u2018\u2019\u02bc`\u00b4])/u;

export const hasApostrophe = (word: string): boolean => word.search(BEHIND_LETTER) !== -1;

/** The letters before the first apostrophe of a word that begins with them: O of O'Neill. */
export const beforeApostrophe = (word: string): string | undefined => LETTERS_BEFORE.exec(word)?.[0];

/** The word with this in place of each apostrophe. */
export const withApostrophes = (word: string, sign: string): string => word.replaceAll(BEHIND_LETTER, sign);

/** A search term as a pattern for LIKE that finds it anywhere, with any apostrophe; % and _ are letters of the search, not wildcards. */
export const likeText = (search: string): string =>
  `%${search.replace(/[\\%_]/g, '\\$&').replaceAll(INSIDE_WORD, '_')}%`;
