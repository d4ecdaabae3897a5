import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of zeros, one bit a pixel: few bytes on the wire, many pixels when decoded. */
export function pixelBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [nth, value] of values.entries()) bytes.writeUInt32BE(value, nth * 4);
  return bytes;
};

/**
 * An animated PNG of squares, one gray after the other, each for 150 ms. A frame after the first one is a corner of the picture.
 * @param grays of the frames
 * @param still the gray of a picture that is no frame, for programs that know no animation
 */
export function animatedPng(
  grays: readonly number[],
  { side = 64, still }: { side?: number; still?: number } = {},
): Buffer {
  const packed = (gray: number, edge: number) =>
    deflateSync(
      Buffer.concat(Array.from({ length: edge }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(edge, gray)]))),
    );
  let order = 0;
  const frames = grays.flatMap((gray, nth) => {
    const edge = nth === 0 ? side : side / 2;
    const head = Buffer.concat([
      numbers(order++, edge, edge, side - edge, side - edge),
      Buffer.from('009603e80000', 'hex'),
    ]);
    const isFirst = nth === 0 && still === undefined;
    const data = packed(gray, edge);
    return [
      chunk('fcTL', head),
      isFirst ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(order++), data])),
    ];
  });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([numbers(side, side), Buffer.of(8, 0, 0, 0, 0)])),
    chunk('acTL', numbers(grays.length, 0)),
    ...(still === undefined ? [] : [chunk('IDAT', packed(still, side))]),
    ...frames,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with one more text chunk in it. */
export function withTextChunk(png: Buffer, text: string): Buffer {
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), chunk('tEXt', Buffer.from(`Comment\0${text}`)), png.subarray(end)]);
}

/**
 * A zip archive whose entries are stored as they are.
 * @param declared false sizes of entries, as the directory declares them
 */
export function zip(entries: Record<string, string>, declared: Record<string, number> = {}): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(declared[name] ?? data.length, 18);
    // Only a packed entry can have a declared size that differs from its bytes.
    common.writeUInt16LE(declared[name] === undefined ? 0 : 8, 4);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    files.push(file);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
    offset += file.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(index.length, 4);
  end.writeUInt16LE(index.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directory, Buffer.from('PK\x05\x06'), end]);
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const wordParts = {
  '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
  'word/document.xml': '<?xml version="1.0"?><w:document/>',
};

/**
 * The smallest archive that counts as a Word document.
 * @param more further entries
 * @param declared false sizes of entries, as the directory declares them
 */
export const docx = (more: Record<string, string> = {}, declared: Record<string, number> = {}) =>
  zip({ ...wordParts, ...more }, declared);

/** The container of old Word and Excel files, with the name of a stream in its directory. */
export const compoundFile = (stream = '') =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024), Buffer.from(`${stream}\0`, 'utf16le')]);
/** The start of an iPhone's photo. */
export const heic = () =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(400, 7)]);
export const pdf = () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
