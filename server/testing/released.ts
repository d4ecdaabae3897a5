/**
 * The last release: its commit and its newest migration. Whoever makes a release moves both on, and empties `AGREED` (docs/RECIPES.md, "Add
 * a migration").
 */
export const RELEASED = {
  commit: '709904a0d90c20d0d94cb384ff144278bfbebf58',
  migration: '0037_api_keys',
} as const;

/**
 * What newer migrations may do although the check refuses it, with the reason why the server of the last release can live with it: the name
 * as the check says it, such as `requests.fax`, and that nothing reads it since which release.
 */
export const AGREED: Readonly<Record<string, string>> = {};
