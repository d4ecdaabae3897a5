import { writeFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { createLane, type Lane } from './lane.ts';
import { type Sharp, sharpLibrary } from './sharp-library.ts';

const MEGA = 1_000_000;
/** The most bytes that a decoder may hold over all frames it reads (threats T8): 40 megapixels of four bytes. */
const DECODED_BYTES = 160 * MEGA;
/**
 * The most pixels of each format. A JPEG is shrunk while it is read, so a picture of any phone is accepted. The palette of a
 * GIF costs seconds, where another format costs tenths.
 */
const PIXELS = { jpeg: 120 * MEGA, png: 40 * MEGA, webp: 40 * MEGA, gif: 10 * MEGA };
/** A longer side is shrunk to this, which prints sharp across a page. Each pixel of a GIF costs ten times as much. */
const SIDE = { jpeg: 4_096, png: 4_096, webp: 4_096, gif: 1_600 };
const THUMBNAIL = 480;
const TIMEOUT_SECONDS = 10;

export type ImageFormat = keyof typeof PIXELS;

/**
 * The queues for decoding. Visitors' pictures are decoded one at a time, and few may wait. Staff have a lane of their own,
 * which visitors cannot fill.
 */
export const lanes = {
  stranger: createLane({ atOnce: 1, waiting: 24 }),
  staff: createLane({ atOnce: 1, waiting: 60 }),
} satisfies Record<string, Lane>;
export type LaneName = keyof typeof lanes;

/** The upload is not a picture, or not one that is safe to decode. */
export class UnreadableImage extends Error {}

/** The factor by which a JPEG is shrunk while it is read. libjpeg offers 2, 4 and 8. */
const shrinkOf = (side: number) => [8, 4, 2].find((by) => side / by >= SIDE.jpeg) ?? 1;

/** The bytes that the decoder holds. For a progressive JPEG it keeps every coefficient, two bytes each. */
function decodedBytes({ width, height, channels = 4, depth, isProgressive }: Metadata, format: ImageFormat): number {
  const samples = width * height * channels;
  if (format === 'jpeg') return isProgressive ? samples * 2 : samples / shrinkOf(Math.max(width, height)) ** 2;
  return depth === 'ushort' ? samples * 2 : samples;
}

/** Whether a picture is of this format and small enough to decode; reads its header only. */
async function isDecodable(file: string, format: ImageFormat): Promise<boolean> {
  const sharp = await sharpLibrary();
  const header = await sharp(file, { limitInputPixels: false }).metadata();
  if (header.format !== format) return false;
  return header.width * header.height <= PIXELS[format] && decodedBytes(header, format) <= DECODED_BYTES;
}

/** Reads the first frame only. A frame that cannot be decoded completely makes the file unreadable. */
const open = (sharp: Sharp, file: string, format: ImageFormat) =>
  sharp(file, { limitInputPixels: PIXELS[format], failOn: 'error', pages: 1 }).timeout({ seconds: TIMEOUT_SECONDS });

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/**
 * Decodes and encodes a picture anew: metadata (positions included), trailing scripts and polyglots do not survive; the
 * camera's orientation is applied first. Its longer side has at most 4,096 pixels afterwards, a GIF's 1,600.
 * @param to the path of the new picture
 * @throws UnreadableImage when the file is no readable picture of that format, or too large; `unavailable` when too
 *   many pictures wait in that lane
 */
export function cleanImage(file: string, format: ImageFormat, lane: LaneName, to: string): Promise<void> {
  return lanes[lane](async () => {
    const bytes = await encodedAnew(file, format);
    // The library does not write the file, because its errors do not say that the disk is full.
    await writeFile(to, bytes, { flag: 'wx', mode: 0o600 });
  });
}

async function encodedAnew(file: string, format: ImageFormat): Promise<Buffer> {
  try {
    if (await isDecodable(file, format)) {
      return await open(await sharpLibrary(), file, format)
        .autoOrient()
        .resize(within(SIDE[format]))
        .toFormat(format)
        .toBuffer();
    }
  } catch (error) {
    throw new UnreadableImage('a picture could not be decoded', { cause: error });
  }
  throw new UnreadableImage('a picture is of another format, or too large to decode');
}

/** Makes a small WebP of a clean picture, for lists. */
export function makeThumbnail(file: string, lane: LaneName, to: string): Promise<void> {
  return lanes[lane](async () => {
    const sharp = await sharpLibrary();
    const bytes = await sharp(file).resize(within(THUMBNAIL)).webp().toBuffer();
    await writeFile(to, bytes, { flag: 'wx', mode: 0o600 });
  });
}

/** The grey values of a clean picture on white, 0 to 255, row by row. */
export function greyValues(file: string, lane: LaneName): Promise<{ values: Buffer; width: number; height: number }> {
  return lanes[lane](async () => {
    const sharp = await sharpLibrary();
    const { data, info } = await sharp(file)
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { values: data, width: info.width, height: info.height };
  });
}
