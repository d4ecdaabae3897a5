/** % and _ are letters of a search, not wildcards. */
const literal = (search: string) => search.replace(/[\\%_]/g, '\\$&');

/** A search term as a pattern for LIKE that finds it anywhere. */
export const likeText = (search: string) => `%${literal(search)}%`;

/** A search term as patterns of which one fits when a word of a text begins with it. A text may have several lines. */
export const likeStart = (search: string) => ['', '%\n', '% '].map((before) => `${before}${literal(search)}%`);
