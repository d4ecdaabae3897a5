/**
 * The last release: its commit and its newest migration. Whoever makes a release moves both on, and empties `AGREED` (docs/RECIPES.md, "Add
 * a migration").
 */
export const RELEASED = {
  commit: 'dd28b49b5afcca0657775e466c330b50fc609165',
  migration: '0038_search_statistics',
} as const;

/**
 * What newer migrations may do although the check refuses it, with the reason why the server of the last release can live with it: the name
 * as the check says it, such as `requests.fax`, and that nothing reads it since which release.
 */
export const AGREED: Readonly<Record<string, string>> = {
  'files: CHECK ((num_nonnulls(request_id, held_request_id) = 1))':
    'the last release writes a request_id with each file, and no held_request_id',
};
