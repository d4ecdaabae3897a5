import {
  heldByProgressiveJpeg,
  heldByWebp,
  type PictureFacts,
  type PictureFormat,
} from '#contract/words/evidence/pictures.ts';
import { pngAnimation, saysThatItMoves } from '#contract/words/evidence/png.ts';

/** In bytes: the header of a JPEG or PNG is before this, with its preview and color profile. */
const HEADER = 1024 * 1024;

const formats: Record<string, PictureFormat> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif' };
const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** The frame header of a JPEG follows segments that each say how long they are. */
function readJpeg(view: DataView): Omit<PictureFacts, 'format'> | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (!isFrame) continue;
    const isProgressive = marker === 0xc2;
    const isSubsampled = view.getUint8(at + 11) === 0x22;
    const held = isProgressive ? heldByProgressiveJpeg(isSubsampled, view.getUint8(at + 9)) : 0;
    return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), frames: 1, held };
  }
  return null;
}

/** The channels of each color type. A palette is decoded to colors, and may have transparent ones. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };
function readPng(view: DataView): Omit<PictureFacts, 'format'> {
  const frames = pngAnimation(new Uint8Array(view.buffer))?.frames.length ?? 1;
  const isInterlaced = view.getUint8(28) === 1;
  const bytes = (CHANNELS[view.getUint8(25)] ?? 4) * (view.getUint8(24) === 16 ? 2 : 1);
  return { width: view.getUint32(16), height: view.getUint32(20), frames, held: isInterlaced ? bytes : 0 };
}

/** In a GIF, a frame is an image block. Blocks of data follow each block, and the color table when it has one of its own. */
function readGif(view: DataView): Omit<PictureFacts, 'format'> {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(view.getUint8(10));
  let frames = 0;
  const skipData = () => {
    while (at < view.byteLength && view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
    at += 1;
  };
  while (at + 10 <= view.byteLength && view.getUint8(at) !== 0x3b) {
    const isImage = view.getUint8(at) === 0x2c;
    frames += isImage ? 1 : 0;
    at += isImage ? 11 + tableBytes(view.getUint8(at + 9)) : 2;
    skipData();
  }
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), frames: Math.max(1, frames), held: 0 };
}

function readWebp(view: DataView): Omit<PictureFacts, 'format'> {
  const kind = text(view, 12, 4);
  if (kind === 'VP8 ') {
    const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    return { width, height, frames: 1, held: heldByWebp(false) };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    return { width, height, frames: 1, held: heldByWebp(((bits >>> 28) & 1) === 1) };
  }
  const edge = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000 + 1;
  let frames = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    if (text(view, at, 4) === 'ANMF') frames += 1;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  const hasAlpha = (view.getUint8(20) & 0x10) !== 0;
  return { width: edge(24), height: edge(27), frames: Math.max(1, frames), held: heldByWebp(hasAlpha) };
}

const readers = { jpeg: readJpeg, png: readPng, gif: readGif, webp: readWebp };

/**
 * What the header of a picture says, so that the form knows what the server would refuse, and leaves animations alone. The browser
 * itself tells neither the frames nor the size of a picture that it can't decode. Null when the file's name is that of no picture, or
 * its header is cut off. Rejects when the file can't be read.
 */
export async function pictureFacts(file: File): Promise<PictureFacts | null> {
  const format = formats[file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()];
  if (!format) return null;
  const head = await file.slice(0, HEADER).arrayBuffer();
  const isWhole = format === 'gif' || format === 'webp' || (format === 'png' && saysThatItMoves(new Uint8Array(head)));
  const bytes = isWhole ? await file.arrayBuffer() : head;
  try {
    const facts = readers[format](new DataView(bytes));
    return facts && { format, ...facts };
  } catch {
    return null;
  }
}
