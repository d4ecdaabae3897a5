/** The format of a tracking ID, as people read it. */
export const TRACKING_ID_EXAMPLE = 'REQ-XXXXXXXXX-XXXXX';

/** The characters that mail programs and phones substitute for a hyphen. */
const DASHES = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D_]/g;

/** A text that is nothing but a tracking ID, with or without its prefix. */
const WHOLE = /^(?:REQ)?([A-Z0-9]{9})([A-Z0-9]{5})$/;
/** Patterns for a tracking ID inside other text, the most certain first. */
const INSIDE = [
  /(?<![A-Z0-9])REQ-([A-Z0-9]{9})-([A-Z0-9]{5})(?![A-Z0-9])/,
  /(?<![A-Z0-9])REQ[\s:#-]*([A-Z0-9]{9})[\s-]*([A-Z0-9]{5})(?![A-Z0-9])/,
  // Without REQ-, a digit is required: two long words with a hyphen would match otherwise.
  /(?<![A-Z0-9-])(?=[A-Z-]{0,14}\d)([A-Z0-9]{9})-([A-Z0-9]{5})(?![A-Z0-9-])/,
];

const capital = (text: string) => text.replace(DASHES, '-').toUpperCase();
const spelled = (found: RegExpExecArray | null) => (found ? `REQ-${found[1]}-${found[2]}` : null);

/**
 * Reads a text that is a tracking ID (spec §2 Track) and returns it as REQ-XXXXXXXXX-XXXXX. Accepts lower case, blanks, and
 * missing hyphens or a missing prefix. Null when the text is anything else.
 */
export const readTrackingId = (text: string): string | null => spelled(WHOLE.exec(capital(text).replace(/[\s-]/g, '')));

/** Finds a tracking ID in pasted text: the ID itself, a sentence, a message, or a link to the tracking page. */
export function findTrackingId(text: string): string | null {
  const plain = capital(text.replace(/%20|\+/g, ' '));
  let found = readTrackingId(plain);
  for (const pattern of INSIDE) found ??= spelled(pattern.exec(plain));
  return found;
}
