import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureFacts } from './picture-facts.ts';

const plain = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 40, channels, background: { r: 9, g: 99, b: 9, alpha: 0.5 } } });
const moving = () => {
  const frames = Buffer.concat([20, 200, 90].map((gray) => Buffer.alloc(60 * 40 * 3, gray)));
  return sharp(frames, { raw: { width: 60, height: 120, channels: 3, pageHeight: 40 } });
};

it.each([
  ['a.jpg', plain().jpeg(), { format: 'jpeg', frames: 1, held: 0 }],
  [
    'exif.jpeg',
    plain()
      .withExif({ IFD0: { Make: 'x'.repeat(999) } })
      .jpeg(),
    { format: 'jpeg', frames: 1, held: 0 },
  ],
  ['progressive.jpg', plain().jpeg({ progressive: true }), { format: 'jpeg', frames: 1, held: 3 }],
  ['full.jpg', plain().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }), { format: 'jpeg', frames: 1, held: 6 }],
  ['a.png', plain().png(), { format: 'png', frames: 1, held: 0 }],
  ['interlaced.png', plain(4).png({ progressive: true }), { format: 'png', frames: 1, held: 4 }],
  ['a.gif', plain().gif(), { format: 'gif', frames: 1, held: 0 }],
  ['moving.gif', moving().gif(), { format: 'gif', frames: 3, held: 0 }],
  ['lossy.webp', plain().webp(), { format: 'webp', frames: 1, held: 3 }],
  ['lossless.webp', plain(4).webp({ lossless: true }), { format: 'webp', frames: 1, held: 4 }],
  ['alpha.webp', plain(4).webp(), { format: 'webp', frames: 1, held: 4 }],
  ['moving.webp', moving().webp(), { format: 'webp', frames: 3, held: 3 }],
] as const)('reads the header of %s', async (name, picture, expected) => {
  const file = new File([new Uint8Array(await picture.toBuffer())], name);
  expect(await pictureFacts(file)).toEqual({ width: 60, height: 40, ...expected });
});

it.each([
  ['plan.pdf', '%PDF-1.7'],
  ['cut.jpg', '\u00ff\u00d8'],
  ['empty.png', ''],
])('knows nothing of %s', async (name, content) => {
  expect(await pictureFacts(new File([content], name))).toBeNull();
});

/** A chunk as the reader sees it: nothing reads its checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

it('counts the frames of an animated PNG', async () => {
  const png = await plain().png().toBuffer();
  const [pixels, end] = [png.indexOf('IDAT') - 4, png.length - 12];
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(60, 4);
  frame.writeUInt32BE(40, 8);
  const moving = Buffer.concat([
    ...[png.subarray(0, pixels), chunk('acTL', Buffer.alloc(8)), chunk('fcTL', frame), png.subarray(pixels, end)],
    ...[chunk('fcTL', frame), chunk('fdAT', Buffer.alloc(9)), png.subarray(end)],
  ]);
  const facts = await pictureFacts(new File([new Uint8Array(moving)], 'moving.png'));
  expect(facts).toEqual({ format: 'png', width: 60, height: 40, frames: 2, held: 0 });
});
