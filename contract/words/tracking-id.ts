/** What a tracking ID looks like, for people. */
export const TRACKING_ID_EXAMPLE = 'REQ-XXXXXXXXX-XXXXX';

/** The dashes that mail programs and phones make of a plain one. */
const DASHES = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D_]/g;

/** Nothing but the ID, with or without what stands in front of it. */
const WHOLE = /^(?:REQ)?([A-Z0-9]{9})([A-Z0-9]{5})$/;
/** Inside other words, from the surest sign of an ID to the weakest. */
const INSIDE = [
  /(?<![A-Z0-9])REQ-([A-Z0-9]{9})-([A-Z0-9]{5})(?![A-Z0-9])/,
  /(?<![A-Z0-9])REQ[\s:#-]*([A-Z0-9]{9})[\s-]*([A-Z0-9]{5})(?![A-Z0-9])/,
  // Without REQ- two long words with a hyphen would look the same: a digit tells an ID from them.
  /(?<![A-Z0-9-])(?=[A-Z-]{0,14}\d)([A-Z0-9]{9})-([A-Z0-9]{5})(?![A-Z0-9-])/,
];

const capital = (text: string) => text.replace(DASHES, '-').toUpperCase();
const spelled = (found: RegExpExecArray | null) => (found ? `REQ-${found[1]}-${found[2]}` : null);

/**
 * The tracking ID that a text is, as REQ-XXXXXXXXX-XXXXX (spec §2 Track): also in lower case, with blanks, without its dashes
 * or without "REQ-". Null when the text is anything else.
 */
export const readTrackingId = (text: string): string | null => spelled(WHOLE.exec(capital(text).replace(/[\s-]/g, '')));

/** The same, and the one inside what somebody pasted: a sentence, a message, a link to the page that tracks. */
export function findTrackingId(text: string): string | null {
  const plain = capital(text.replace(/%20|\+/g, ' '));
  let found = readTrackingId(plain);
  for (const pattern of INSIDE) found ??= spelled(pattern.exec(plain));
  return found;
}
