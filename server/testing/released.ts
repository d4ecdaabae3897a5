/**
 * The newest migration of the last release. Whoever makes a release moves it on, and empties `AGREED` (docs/RECIPES.md, "Add a
 * migration").
 */
export const RELEASED = '0032_status_since';

/**
 * What newer migrations may do although the check refuses it, with the reason why the server of the last release can live with it: the name
 * as the check says it, such as `requests.fax`, and that nothing reads it since which release.
 */
export const AGREED: Readonly<Record<string, string>> = {};
