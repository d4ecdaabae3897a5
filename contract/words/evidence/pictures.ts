export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** What the header of a picture says. The browser and the server read it with their own means. */
export type PictureFacts = {
  format: PictureFormat;
  width: number;
  height: number;
  /** 1 for a picture that doesn't move. */
  frames: number;
  /** The bytes of each pixel that a decoder must hold at once; 0 when it can read the picture line by line. */
  held: number;
};

const MEGA = 1_000_000;
/** What a decoder may hold at once, in bytes, so that the server needs about 150 MB for a picture (threats T8). */
const HELD_BYTES = 115 * MEGA;
/** The most pixels over all frames. A GIF's palette costs seconds, where another format costs tenths. */
const PIXELS_MAX: Record<PictureFormat, number> = {
  jpeg: 120 * MEGA,
  png: 120 * MEGA,
  webp: 40 * MEGA,
  gif: 10 * MEGA,
};
/** The most pixels over all frames of an animated WebP or PNG, which is encoded again frame by frame. */
const ANIMATION_PIXELS_MAX = 20 * MEGA;

/** The bytes per pixel that a progressive JPEG needs: two for each coefficient. The colors of most have a quarter of the pixels. */
export const heldByProgressiveJpeg = (isSubsampled: boolean, channels: number) =>
  isSubsampled && channels === 3 ? 3 : channels * 2;
/** A WebP is decoded as a whole, in 8 bits. */
export const heldByWebp = (hasAlpha: boolean) => (hasAlpha ? 4 : 3);

/** The most pixels of a picture like this one, over all its frames. */
export function pixelLimit({ format, frames, held }: Pick<PictureFacts, 'format' | 'frames' | 'held'>): number {
  if (frames > 1) return Math.min(PIXELS_MAX[format], ANIMATION_PIXELS_MAX);
  return held === 0 ? PIXELS_MAX[format] : Math.min(PIXELS_MAX[format], Math.floor(HELD_BYTES / held));
}

/** Why a picture has too many pixels, for people, with its limit; null when it doesn't. */
export function pixelProblem(facts: PictureFacts): string | null {
  const pixels = facts.width * facts.height * facts.frames;
  const limit = pixelLimit(facts);
  if (pixels <= limit) return null;
  // Rounded apart, so that the two numbers are never the same.
  const [has, may] = [Math.ceil(pixels / MEGA), Math.floor(limit / MEGA)];
  return facts.frames > 1
    ? `This animation has ${has} megapixels in its ${facts.frames} frames; the limit is ${may}`
    : `This picture has ${has} megapixels; the limit is ${may}`;
}

/** The area of a stored picture in pixels, which prints sharp across a page. */
export const STORED_AREA = 4_096 * 3_072;
/** In pixels: browsers draw no longer canvas, and a WebP has no longer side. */
const LONGEST_EDGE = 16_000;
/** In pixels: the text of a long screenshot can be read on this shorter edge. */
const LEGIBLE_EDGE = 720;

type Size = { width: number; height: number };

/**
 * The size to which a picture is shrunk: about this area in pixels, but more when its shorter edge would no longer be legible. A
 * smaller picture keeps its size.
 */
export function fittedSize({ width, height }: Size, area: number): Size {
  const byArea = Math.sqrt(area / (width * height));
  const byLegibility = LEGIBLE_EDGE / Math.min(width, height);
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height), Math.max(byArea, byLegibility));
  const scaled = (edge: number) => Math.max(1, Math.round(edge * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** A damaged picture with less shows nothing: without any pixels, a decoder still makes up one block of a JPEG. */
export const LEAST_ENTROPY = 0.1;
