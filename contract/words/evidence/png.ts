/** One frame of an animated PNG, where it is drawn, and its packed pixels. */
export type PngFrame = {
  width: number;
  height: number;
  x: number;
  y: number;
  /** In seconds, as a fraction. */
  delay: readonly [number, number];
  dispose: number;
  blend: number;
  data: Uint8Array[];
};

export type PngAnimation = {
  /** The content of the header chunk. */
  header: Uint8Array;
  /** The palette and its transparency, which all frames share. */
  colors: { type: 'PLTE' | 'tRNS'; data: Uint8Array }[];
  /** 0 when it never ends. */
  plays: number;
  /** What shows where nothing moves, when it is no frame; empty otherwise. */
  still: Uint8Array[];
  frames: PngFrame[];
};

const SIGNATURE = 8;
const FRAME_HEAD = 26;

/** The chunks of a PNG, as far as they are whole. */
export function* pngChunks(bytes: Uint8Array): Generator<{ type: string; data: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return;
    yield {
      type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 12 + length;
  }
}

function readFrame(data: Uint8Array, header: Uint8Array): PngFrame | null {
  if (data.length !== FRAME_HEAD) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const canvas = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height, x, y] = [view.getUint32(4), view.getUint32(8), view.getUint32(12), view.getUint32(16)];
  const isInside = x + width <= canvas.getUint32(0) && y + height <= canvas.getUint32(4);
  const [dispose = 0, blend = 0] = data.subarray(24);
  if (!isInside || width === 0 || height === 0 || dispose > 2 || blend > 1) return null;
  return { width, height, x, y, delay: [view.getUint16(20), view.getUint16(22)], dispose, blend, data: [] };
}

/** Whether a PNG says before its pixels that it moves. */
export function saysThatItMoves(bytes: Uint8Array): boolean {
  for (const { type } of pngChunks(bytes)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** The frames of an animated PNG as far as they are whole; null for a PNG with less than two. Frames share the format of the header. */
export function pngAnimation(bytes: Uint8Array): PngAnimation | null {
  if (!saysThatItMoves(bytes)) return null;
  const found: PngAnimation = { header: Uint8Array.of(), colors: [], plays: 0, still: [], frames: [] };
  let frame: PngFrame | null = null;
  for (const { type, data } of pngChunks(bytes)) {
    if (type === 'IHDR' && data.length === 13) found.header = data;
    if (found.header.length === 0) return null;
    if (type === 'acTL' && data.length === 8) found.plays = new DataView(data.buffer, data.byteOffset).getUint32(4);
    if (type === 'PLTE' || type === 'tRNS') found.colors.push({ type, data });
    if (type === 'fcTL') {
      frame = readFrame(data, found.header);
      if (!frame) break;
      found.frames.push(frame);
    }
    if (type === 'IDAT') (frame?.data ?? found.still).push(data);
    if (type === 'fdAT') frame?.data.push(data.subarray(4));
    if (type === 'IEND') break;
  }
  found.frames = found.frames.filter(({ data }) => data.length > 0);
  return found.frames.length > 1 ? found : null;
}
