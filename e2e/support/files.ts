import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A file as Playwright's file inputs take it. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer };

/** A PNG of these rows of pixels, three bytes each. */
function png(name: string, width: number, rows: readonly Buffer[]): TestFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])), { level: 1 });
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** A real PNG photo to upload, of one colour. */
export function photo(name: string, [red, green, blue]: readonly [number, number, number] = [208, 128, 32]) {
  const [width, height] = [160, 120];
  const row = Buffer.concat(Array(width).fill(Buffer.from([red, green, blue])));
  return png(name, width, Array(height).fill(row));
}

/** A real picture of more than 5 MB, as a phone's camera makes them: random pixels, which do not compress. */
export function largePhoto(name: string) {
  const [width, height] = [1600, 1200];
  const row = () => randomBytes(3 * width);
  return png(name, width, Array.from({ length: height }, row));
}

/** A signature as the web form sends it: a dark stroke on white, as a PNG data URL. */
export function signatureUrl(): string {
  const [width, height] = [400, 160];
  const white = Buffer.alloc(3 * width, 255);
  const stroke = Buffer.from(white).fill(0, 60, 3 * width - 60);
  const rows = Array.from({ length: height }, (_, y) => (y > 76 && y < 84 ? stroke : white));
  return `data:image/png;base64,${png('signature.png', width, rows).buffer.toString('base64')}`;
}

/** A screenshot of a long page: narrow and very high. */
export function scrollCapture(name: string) {
  const [width, height] = [1440, 16_000];
  return png(name, width, Array(height).fill(Buffer.alloc(3 * width, 200)));
}

/** A lamp that flickers: an animated WebP of two frames. */
export const flicker = (name: string): TestFile => ({
  name,
  mimeType: 'image/webp',
  buffer: Buffer.from(FLICKER, 'base64'),
});
const FLICKER =
  'UklGRpQAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAD/////AABBTk1GMAAAAAAAAAAAAAcAAAcAAJYAAAJWUDggGAAAADABAJ0BKggACAABQCYlpAADcAD+/ASgAEFOTUYwAAAAAAAAAAAABwAABwAAlgAAAFZQOCAYAAAANAEAnQEqCAAIAAAAJiWkAANwAP77K8AA';
