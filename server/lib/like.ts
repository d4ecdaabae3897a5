/** An apostrophe inside a word, as keyboards and telephones write it: O'Neill, O’Neill. */
const APOSTROPHE = /(?<=[\p{L}\p{N}])['\u2018\u2019\u02bc`\u00b4](?=[\p{L}\p{N}])/gu;

/** Whether any apostrophe of a word finds each other one. Without three letters in a row no index would find the word then. */
export const hasAnyApostrophe = (word: string): boolean =>
  word.search(APOSTROPHE) !== -1 && /[\p{L}\p{N}]{3}/u.test(word);

/** A search term as a pattern for LIKE that finds it anywhere; % and _ are letters of the search, not wildcards. */
export function likeText(search: string): string {
  const letters = search.replace(/[\\%_]/g, '\\$&');
  return `%${hasAnyApostrophe(search) ? letters.replaceAll(APOSTROPHE, '_') : letters}%`;
}
