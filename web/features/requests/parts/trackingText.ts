/** The dashes that mail programs and phones make of a plain one. */
const DASHES = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D_]/g;

/**
 * The tracking ID in what somebody typed or pasted: alone, in a sentence, in a link to this page, in lower case, with blanks
 * or without its dashes (spec §2 Track: REQ-XXXXXXXXX-XXXXX). Null when there is none.
 */
export function findTrackingId(text: string): string | null {
  const plain = text
    .replace(/%20|\+/g, ' ')
    .replace(DASHES, '-')
    .toUpperCase();
  const exact = /(?<![A-Z0-9])REQ-([A-Z0-9]{9})-([A-Z0-9]{5})(?![A-Z0-9])/.exec(plain);
  const loose = exact ?? /(?<![A-Z0-9])REQ[\s-]*([A-Z0-9]{9})[\s-]*([A-Z0-9]{5})(?![A-Z0-9])/.exec(plain);
  return loose ? `REQ-${loose[1]}-${loose[2]}` : null;
}
