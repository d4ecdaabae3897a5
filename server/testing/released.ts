/**
 * The last release: its commit and its newest migration. Whoever makes a release moves both on, and empties `AGREED` (docs/RECIPES.md, "Add
 * a migration").
 */
export const RELEASED = {
  commit: 'e8bf7b6614c493a18356a9286327b3f6d6171468',
  migration: '0036_order_of_counted_tables',
} as const;

/**
 * What newer migrations may do although the check refuses it, with the reason why the server of the last release can live with it: the name
 * as the check says it, such as `requests.fax`, and that nothing reads it since which release.
 */
export const AGREED: Readonly<Record<string, string>> = {};
