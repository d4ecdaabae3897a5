import { readFile, writeFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import {
  fittedSize,
  heldByProgressiveJpeg,
  heldByWebp,
  LEAST_ENTROPY,
  type PictureFacts,
  type PictureFormat,
  pixelLimit,
  pixelProblem,
  STORED_AREA,
} from '#contract/words/evidence/pictures.ts';
import { type PngAnimation, pngAnimation } from '#contract/words/evidence/png.ts';
import type { SignaturePixels } from '#contract/words/evidence/signatures.ts';
import { encodeAnimatedPng } from './animated-png.ts';
import { createBudget, createLane, createLanes, type Lane } from './lane.ts';
import { type Sharp, sharpLibrary } from './sharp-library.ts';

/** In pixels: each pixel of a GIF costs ten times as much as one of another format. */
const GIF_AREA = 1_600 * 1_200;
const THUMBNAIL = 480;
/** A picture this many times longer than wide is shown from its beginning, because a thumbnail of all of it would be a line. */
const SLIVER = 3;
const TIMEOUT_SECONDS = 10;
/** An animation is encoded frame by frame. */
const ANIMATION_TIMEOUT_SECONDS = 30;

export type ImageFormat = PictureFormat;

/** More pictures than the uploads that the server takes in at the same time can have. */
const WAITING = 2_000;
/**
 * What decodes: one picture of visitors and one of staff at a time, because a large one takes about 150 MB and most of a core. Visitors
 * never delay the staff.
 */
const decoders = {
  stranger: createLane({ atOnce: 1, waiting: WAITING }),
  staff: createLane({ atOnce: 1, waiting: WAITING }),
} satisfies Record<string, Lane>;
const turns = createLanes({ atOnce: 1, waiting: WAITING });

/** Whose pictures wait for each other: those of an account, or of a visitor's network. */
export type Uploader = { kind: keyof typeof decoders; name: string };

/**
 * The megapixels that a visitor's network may have decoded in 20 seconds: about half of a core's time. A large picture costs one second
 * of it, and those of other networks go first once it's spent.
 */
const payFor = createBudget({ points: 480, seconds: 20 });

/** Begins when the uploader's earlier pictures are done. Of those who wait to `decode`, each has one decoded in turn. */
const inTurn = <T>({ kind, name }: Uploader, work: (decode: Lane) => Promise<T>): Promise<T> =>
  turns(`${kind} ${name}`)(() => work(decoders[kind]));

/** The upload is not a picture of its format, or nothing in it can be shown. */
export class UnreadableImage extends Error {}
/** The upload has too many pixels. The message is for people and says how many it may have. */
export class OversizedImage extends Error {}

/** The bytes of each pixel that the decoder holds at once, so that memory can be foreseen; 0 when it reads line by line. */
function heldBytes({ format, channels = 4, isProgressive, chromaSubsampling, hasAlpha, depth }: Metadata): number {
  if (format === 'webp') return heldByWebp(hasAlpha ?? true);
  if (!isProgressive) return 0;
  if (format === 'jpeg') return heldByProgressiveJpeg(chromaSubsampling === '4:2:0', channels);
  return depth === 'ushort' ? channels * 2 : channels;
}

/** What a picture says of itself; its pixels are not decoded. The library knows nothing of the frames of a PNG. */
async function factsOf(
  sharp: Sharp,
  file: string,
  format: ImageFormat,
  moving: PngAnimation | null,
): Promise<PictureFacts> {
  const header = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata();
  if (header.format !== format) throw new UnreadableImage('a picture is of another format');
  const { width, height } = header.autoOrient;
  const frames = moving?.frames.length ?? header.pages ?? 1;
  return { format, width, height: header.pageHeight ?? height, frames, held: heldBytes(header) };
}

/** How a format is written. A JPEG with tables of its own would be held as a whole, which takes 70 MB. */
const written = {
  jpeg: { optimiseCoding: false },
  png: {},
  webp: {},
  gif: {},
} satisfies Record<ImageFormat, object>;

/** @param failOn what makes the file unreadable: any mistake, or only that nothing can be decoded */
async function encode(sharp: Sharp, file: string, facts: PictureFacts, failOn: 'error' | 'none'): Promise<Buffer> {
  const { format, width, height, frames } = facts;
  const pages = frames > 1 ? -1 : 1;
  const size = fittedSize(facts, format === 'gif' ? GIF_AREA : STORED_AREA);
  const picture = sharp(file, { limitInputPixels: pixelLimit(facts), failOn, pages })
    .timeout({ seconds: frames > 1 ? ANIMATION_TIMEOUT_SECONDS : TIMEOUT_SECONDS })
    .autoOrient();
  const isShrunk = size.width !== width || size.height !== height;
  return (isShrunk ? picture.resize({ ...size, fit: 'fill' }) : picture).toFormat(format, written[format]).toBuffer();
}

/**
 * Encodes what can be decoded of a picture that breaks off or has a mistake, as browsers show it.
 * @throws UnreadableImage when there is nothing to see in it
 */
async function encodeDamaged(sharp: Sharp, file: string, facts: PictureFacts): Promise<Buffer> {
  const bytes = await encode(sharp, file, facts, 'none');
  const { entropy } = await sharp(bytes).stats();
  if (entropy < LEAST_ENTROPY) throw new UnreadableImage('a damaged picture shows nothing');
  return bytes;
}

/**
 * Decodes and encodes a picture again: metadata (positions included), trailing scripts and polyglots do not survive; the
 * camera's orientation is applied first. All frames of an animation stay. It has at most about 12 megapixels afterwards, a GIF 2.
 * @param to the path of the new picture
 * @throws UnreadableImage or OversizedImage; `unavailable` when too many pictures wait
 */
export function cleanImage(file: string, format: ImageFormat, uploader: Uploader, to: string): Promise<void> {
  return inTurn(uploader, async (decode) => {
    const picture = await pictureIn(file, format);
    if (uploader.kind === 'stranger') await payFor(uploader.name, megapixels(picture.facts));
    const bytes = await decode(() => encodedAgain(file, picture));
    // The library does not write the file, because its errors do not say that the disk is full.
    await writeFile(to, bytes, { flag: 'wx', mode: 0o600 });
  });
}

/** A picture before it's decoded; `moving` are the frames of an animated PNG. */
type Picture = { facts: PictureFacts; moving: PngAnimation | null };

/** Each pixel of a GIF costs ten times as much. */
const megapixels = ({ format, width, height, frames }: PictureFacts) =>
  Math.ceil((width * height * frames * (format === 'gif' ? 10 : 1)) / 1_000_000);

const unreadable = (error: unknown): never => {
  if (error instanceof OversizedImage || error instanceof UnreadableImage) throw error;
  throw new UnreadableImage('a picture could not be decoded', { cause: error });
};

async function pictureIn(file: string, format: ImageFormat): Promise<Picture> {
  try {
    const moving = format === 'png' ? pngAnimation(await readFile(file)) : null;
    const facts = await factsOf(await sharpLibrary(), file, format, moving);
    const problem = pixelProblem(facts);
    if (problem) throw new OversizedImage(problem);
    return { facts, moving };
  } catch (error) {
    return unreadable(error);
  }
}

async function encodedAgain(file: string, { facts, moving }: Picture): Promise<Buffer> {
  const sharp = await sharpLibrary();
  const end = performance.now() + ANIMATION_TIMEOUT_SECONDS * 1000;
  const encoding = moving
    ? encodeAnimatedPng(sharp, moving, () => performance.now() > end)
    : encode(sharp, file, facts, 'error');
  return encoding
    .catch((error: unknown) => {
      // What took too long would do so again.
      if (String(error).includes('timeout')) throw error;
      return encodeDamaged(sharp, file, moving ? { ...facts, frames: 1 } : facts);
    })
    .catch(unreadable);
}

/** Makes a small WebP of a clean picture, for lists. An animation shows its first frame there. */
export function makeThumbnail(file: string, uploader: Uploader, to: string): Promise<void> {
  return inTurn(uploader, async (decode) => {
    const sharp = await sharpLibrary();
    const { width, height } = await sharp(file).metadata();
    const isSliver = Math.max(width, height) > SLIVER * Math.min(width, height);
    const small = sharp(file)
      .resize({
        width: THUMBNAIL,
        height: isSliver ? (THUMBNAIL * 3) / 4 : THUMBNAIL,
        fit: isSliver ? 'cover' : 'inside',
        position: 'top',
        withoutEnlargement: true,
      })
      .webp();
    await writeFile(to, await decode(() => small.toBuffer()), { flag: 'wx', mode: 0o600 });
  });
}

/** The pixels of a clean picture on white, four bytes each, row by row. A wider picture is shrunk to this width in pixels. */
export function pixelsOf(file: string, uploader: Uploader, width: number): Promise<SignaturePixels> {
  return inTurn(uploader, async (decode) => {
    const sharp = await sharpLibrary();
    const flat = sharp(file)
      .flatten({ background: '#fff' })
      .resize({ width, withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw();
    const { data, info } = await decode(() => flat.toBuffer({ resolveWithObject: true }));
    return { data, width: info.width, height: info.height };
  });
}
