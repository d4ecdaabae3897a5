import { crc32 } from 'node:zlib';
import { type PngAnimation, type PngFrame, pngChunks } from '#contract/words/evidence/png.ts';
import type { Sharp } from './sharp-library.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Eight bits for each of red, green, blue and alpha: the one format in which all frames are written. */
const RGBA = [8, 6, 0, 0, 0];

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [nth, value] of values.entries()) bytes.writeUInt32BE(value, nth * 4);
  return bytes;
};

/** A part of an animation as a picture by itself. */
function alone(
  { header, colors }: PngAnimation,
  { width, height }: Pick<PngFrame, 'width' | 'height'>,
  data: Uint8Array[],
) {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([numbers(width, height), header.subarray(8)])),
    ...colors.map(({ type, data }) => chunk(type, data)),
    chunk('IDAT', Buffer.concat(data)),
    chunk('IEND', Buffer.of()),
  ]);
}

/** The pixels of a picture, decoded and packed again. */
async function packedAgain(sharp: Sharp, png: Buffer, failOn: 'error' | 'none'): Promise<Buffer> {
  const bytes = await sharp(png, { failOn }).toColourspace('srgb').ensureAlpha().png().toBuffer();
  const chunks = [...pngChunks(bytes)];
  const format = chunks.find(({ type }) => type === 'IHDR')?.data.subarray(8) ?? [];
  if (RGBA.some((value, at) => format[at] !== value)) throw new Error('a frame was written in another format');
  return Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
}

/**
 * Decodes and encodes each frame of an animated PNG again, because the library reads only its first picture. Nothing else of the file
 * survives. An animation that breaks off ends before the first frame that can't be decoded.
 * @param isLate ends the work, because thousands of tiny frames take long as well
 * @throws when fewer than two frames can be decoded
 */
export async function encodeAnimatedPng(sharp: Sharp, animation: PngAnimation, isLate: () => boolean): Promise<Buffer> {
  const view = Buffer.from(animation.header);
  const canvas = { width: view.readUInt32BE(0), height: view.readUInt32BE(4) };
  const frames: { frame: PngFrame; packed: Buffer }[] = [];
  for (const frame of animation.frames) {
    if (isLate()) throw new Error('timeout: an animation has too many frames');
    const packed = await packedAgain(sharp, alone(animation, frame, frame.data), 'error').catch(() => null);
    if (!packed) break;
    frames.push({ frame, packed });
  }
  if (frames.length < 2) throw new Error('an animation has less than two frames');
  const still = animation.still.length > 0 ? alone(animation, canvas, animation.still) : null;
  let order = 0;
  const next = () => order++;
  const parts = frames.map(({ frame, packed }, nth) => {
    const { width, height, x, y, delay, dispose, blend } = frame;
    const [seconds, per] = delay;
    const head = Buffer.concat([
      numbers(next(), width, height, x, y, seconds * 0x10000 + per),
      Buffer.of(dispose, blend),
    ]);
    const isFirst = nth === 0 && !still;
    return [
      chunk('fcTL', head),
      isFirst ? chunk('IDAT', packed) : chunk('fdAT', Buffer.concat([numbers(next()), packed])),
    ];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([numbers(canvas.width, canvas.height), Buffer.from(RGBA)])),
    chunk('acTL', numbers(frames.length, animation.plays)),
    ...(still ? [chunk('IDAT', await packedAgain(sharp, still, 'none'))] : []),
    ...parts.flat(),
    chunk('IEND', Buffer.of()),
  ]);
}
