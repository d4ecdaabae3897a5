/** How many control characters a text may have: two, and one more in this many characters. Packed bytes have one in eight. */
const STRAY = 2;
const STRAY_PER = 50;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** UTF-16 with its mark, UTF-8, or an encoding of one byte a character: Windows-1252 and Mac Roman have the same ASCII. */
function decode(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('macintosh').decode(bytes);
  }
}

/**
 * The text of a file; null when it is blank or no text. A stray control character leaves a text readable, because old programs end a
 * file with one, or fill a cell with it.
 */
export function readText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  if (text === null) return null;
  const visible = text.replace(CONTROL, '');
  const isText = text.length - visible.length <= STRAY + text.length / STRAY_PER && visible.trim() !== '';
  return isText ? text : null;
}

/** Whether a text starts like HTML, SVG, another markup or RTF. A control character before it hides nothing. */
export const isMarkup = (text: string): boolean => /^\s*(<[!?a-z]|\{\\rtf)/i.test(text.replace(CONTROL, ''));
