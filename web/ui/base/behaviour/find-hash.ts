/** Behind the address of a dashboard, it opens the search there. */
export const FIND_HASH = '#find';
