/** A search term as a pattern for LIKE that finds it anywhere; % and _ are letters of the search, not wildcards. */
export const likeText = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
