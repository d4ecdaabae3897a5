import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { pngAnimation } from '#contract/words/evidence/png.ts';
import { animatedPng, pixelBomb, withTextChunk } from '#server/testing/bytes.ts';
import { aRequest, as, type Person, submission } from '#server/testing/factories.ts';
import { fetchFile, type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

/** The picture as it is stored, and its thumbnail. */
async function stored(name: string, bytes: Buffer) {
  const { id } = await aRequest(test, {}, [{ name, bytes }]);
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  const [file] = request.files;
  const [picture, thumbnail] = [file?.file_path, file?.thumbnail_path].map((path) => fetchFile(test, path ?? ''));
  return { bytes: (await picture)?.bytes ?? Buffer.of(), thumbnail: (await thumbnail)?.bytes ?? Buffer.of() };
}

async function refusalOf(name: string, bytes: Buffer) {
  const answer = await test.caller().attempt(api.requests.create, { body: submission(), files: [{ name, bytes }] });
  return [answer.status, answer.body.message];
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#405060' } });

/** A picture with something in it: noise, always the same. */
const scene = (width = 320, height = 240) => {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = seed % 251;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** An animation of a lamp that is on in every other frame. */
function flicker(frames: number, size = 64) {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, nth) => Buffer.alloc(size * size * 3, nth % 2 ? 30 : 240)),
  );
  return sharp(pixels, {
    raw: { width: size, height: size * frames, channels: 3, pageHeight: size },
    limitInputPixels: false,
  });
}

describe('a damaged picture', () => {
  it('that lacks its last bytes is stored as far as it goes', async () => {
    const photo = await scene().jpeg().toBuffer();
    const { bytes } = await stored('cut.jpg', photo.subarray(0, photo.length - 200));
    expect(await sharp(bytes, { failOn: 'error' }).stats()).toBeTruthy();
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([320, 240]);
  });

  it.each(['jpeg', 'png', 'gif'] as const)('is stored as far as it goes: %s', async (format) => {
    const whole = await scene().toFormat(format).toBuffer();
    const { bytes } = await stored(`half.${format}`, whole.subarray(0, whole.length / 2));
    expect((await sharp(bytes, { failOn: 'error' }).stats()).entropy).toBeGreaterThan(0.3);
  });

  it('that shows nothing is refused', async () => {
    const photo = await scene().jpeg().toBuffer();
    const misfit = "This file's contents don't match its extension, or it can't be read.";
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    expect(await refusalOf('header.jpg', photo.subarray(0, scan + 14))).toEqual([400, misfit]);
  });
});

describe('a picture of many pixels', () => {
  const sizeOf = async (bytes: Buffer) => {
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };

  it('as a progressive panorama is stored', async () => {
    const { bytes } = await stored('pano.jpg', await plain(12_000, 3_000).jpeg({ progressive: true }).toBuffer());
    expect(await sizeOf(bytes)).toEqual([7_094, 1_774]);
  });

  it('as a plan of 70 megapixels is stored', async () => {
    const { bytes } = await stored('plan.png', pixelBomb(8_400));
    expect(await sizeOf(bytes)).toEqual([3_547, 3_547]);
  });

  it('as a scroll capture stays legible', async () => {
    const { bytes, thumbnail } = await stored('scroll.png', await plain(1_440, 30_000).png().toBuffer());
    expect(await sizeOf(bytes)).toEqual([768, 16_000]);
    expect(await sizeOf(thumbnail)).toEqual([480, 360]);
  });

  it('that no bound of memory allows is refused with its limit', async () => {
    const photo = await plain(8_064, 6_048).jpeg({ progressive: true, chromaSubsampling: '4:2:0' }).toBuffer();
    expect(await refusalOf('48.jpg', photo)).toEqual([400, 'This picture has 49 megapixels; the limit is 38']);
  });
});

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('keeps its frames and their times: %s', async (format) => {
    const moving = await flicker(6)
      .toFormat(format, { delay: Array(6).fill(150) })
      .toBuffer();
    const { bytes, thumbnail } = await stored(`lamp.${format}`, moving);
    const { pages, delay, pageHeight } = await sharp(bytes, { pages: -1 }).metadata();
    expect({ pages, delay, pageHeight }).toEqual({ pages: 6, delay: Array(6).fill(150), pageHeight: 64 });
    expect((await sharp(thumbnail).metadata()).pages ?? 1).toBe(1);
  });

  it('loses its metadata', async () => {
    const moving = await flicker(3)
      .withExif({ IFD0: { Make: 'PlantedCamera' } })
      .webp()
      .toBuffer();
    expect(moving.includes('PlantedCamera')).toBe(true);
    const { bytes } = await stored('lamp.webp', moving);
    expect(bytes.includes('PlantedCamera')).toBe(false);
  });

  it('of too many frames is refused with its limit', async () => {
    const moving = await flicker(45, 500).gif({ effort: 1 }).toBuffer();
    expect(await refusalOf('long.gif', moving)).toEqual([
      400,
      'This animation has 12 megapixels in its 45 frames; the limit is 10',
    ]);
  });

  it('as a PNG keeps its frames, their times and their places', async () => {
    const { bytes, thumbnail } = await stored('lamp.png', animatedPng([20, 200, 90]));
    const moving = pngAnimation(bytes);
    expect(moving).toMatchObject({
      still: [],
      plays: 0,
      frames: [
        { width: 64, height: 64, x: 0, y: 0, delay: [150, 1000] },
        { width: 32, height: 32, x: 32, y: 32, delay: [150, 1000] },
        { width: 32, height: 32, x: 32, y: 32, delay: [150, 1000] },
      ],
    });
    const shown = moving?.frames.map(({ data }) => [...inflateSync(Buffer.concat(data)).subarray(1, 5)]);
    expect(shown).toEqual([20, 200, 90].map((gray) => [gray, gray, gray, 255]));
    expect((await sharp(thumbnail).metadata()).width).toBe(64);
  });

  it('as a PNG keeps the picture that is no frame', async () => {
    const { bytes } = await stored('lamp.png', animatedPng([20, 200], { still: 130 }));
    expect((await sharp(bytes).stats()).channels[0]?.mean).toBe(130);
    expect(pngAnimation(bytes)?.frames).toHaveLength(2);
  });

  it('as a PNG loses its metadata', async () => {
    const moving = withTextChunk(animatedPng([20, 200]), 'PlantedCamera');
    expect(moving.includes('PlantedCamera')).toBe(true);
    const { bytes } = await stored('lamp.png', Buffer.concat([moving, Buffer.from('PlantedCamera')]));
    expect(bytes.includes('PlantedCamera')).toBe(false);
  });

  it('as a PNG that breaks off ends before its damaged frame', async () => {
    const moving = animatedPng([20, 200, 90]);
    const { bytes } = await stored('lamp.png', moving.subarray(0, -30));
    expect(pngAnimation(bytes)?.frames).toHaveLength(2);
  });

  it('as a PNG of too many pixels is refused with its limit', async () => {
    expect(await refusalOf('long.png', animatedPng(Array(6).fill(9), { side: 2_000 }))).toEqual([
      400,
      'This animation has 24 megapixels in its 6 frames; the limit is 20',
    ]);
  });
});
