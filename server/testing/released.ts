/**
 * The last release: its commit and its newest migration. Whoever makes a release moves both on, and empties `AGREED` (docs/RECIPES.md, "Add
 * a migration").
 */
export const RELEASED = {
  commit: 'ff418b231b3bb579779db9092f97080c21aa4c55',
  migration: '0037_api_keys',
} as const;

/**
 * What newer migrations may do although the check refuses it, with the reason why the server of the last release can live with it: the name
 * as the check says it, such as `requests.fax`, and that nothing reads it since which release.
 */
export const AGREED: Readonly<Record<string, string>> = {};
