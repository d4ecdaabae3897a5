/** How many characters of a longer text a list shows (spec §9). */
const PREVIEW = 50;

/** The beginning of a text on one line, with an ellipsis where it goes on. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // By code points, so that no emoji is cut in half.
  const characters = Array.from(line);
  return characters.length <= PREVIEW ? line : `${characters.slice(0, PREVIEW).join('').trimEnd()}…`;
}
