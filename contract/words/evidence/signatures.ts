/** What shows nothing, such as the fillers of Hangul, which count as letters. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a text says something: it has a visible letter of any script. One is enough, because a name may be one character long. A
 * dot, a dash or an emoji says nothing.
 */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text.replace(INVISIBLE, ''));

/** A darker value is ink, 0 to 255. Thin strokes of a fast hand are gray. */
const INK = 192;
/** The least and the largest share of ink. A tap leaves less, and a filled box more. */
const LEAST_INK = 0.0005;
const MOST_INK = 0.5;
/** The least extent of the ink on the paper's longer side, and the least size of the paper in pixels. */
const LEAST_EXTENT = 0.05;
const LEAST_PAPER = { width: 60, height: 20 };
/** A wider picture of a signature is measured at this width, in pixels. The web form sends it in this width. */
export const SIGNATURE_WIDTH = 720;

/** The pixels of a picture on an opaque ground, four bytes each (RGBA), row by row. */
export type SignaturePixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

/**
 * Whether a picture can be a signature: dark strokes on light paper, not blank, not a dot, not a filled box (threats T18). The pad
 * asks after every stroke, and the server asks again.
 */
export function isSignature({ data, width, height }: SignaturePixels): boolean {
  if (width < LEAST_PAPER.width || height < LEAST_PAPER.height) return false;
  const channel = (index: number) => data[index] ?? 255;
  let [ink, left, right, top, bottom] = [0, width, -1, height, -1];
  for (let at = 0; at < width * height; at += 1) {
    if (channel(at * 4) * 0.299 + channel(at * 4 + 1) * 0.587 + channel(at * 4 + 2) * 0.114 >= INK) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    ink += 1;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const share = ink / (width * height);
  const extent = Math.max(right - left, bottom - top) / Math.max(width, height);
  return share >= LEAST_INK && share <= MOST_INK && extent >= LEAST_EXTENT;
}
