import sharp from 'sharp';
import type { Scene } from './drawings/canvas.ts';
import { charger, generator, panel } from './drawings/equipment.ts';
import { ceiling, exit, warehouse } from './drawings/indoors.ts';
import { lot, sign, wall } from './drawings/night.ts';
import { createRandom, type Random } from './random.ts';
import type { PictureKind } from './work/job.ts';

export type Picture = { bytes: Buffer; thumbnail: Buffer };
/** The key of a picture in the pool, such as scene 2 of the lots before the visit. */
export type PictureKey = { kind: PictureKind; scene: number; lit: boolean };

const draw: Record<PictureKind, (scene: Scene) => string> = {
  lot,
  wall,
  sign,
  ceiling,
  warehouse,
  exit,
  panel,
  charger,
  generator,
};
/** The number of scenes of each kind. Each has a picture before and after the visit: 44 pictures in all. */
const scenes: Record<PictureKind, number> = {
  lot: 5,
  wall: 2,
  sign: 2,
  ceiling: 3,
  warehouse: 2,
  exit: 2,
  panel: 4,
  charger: 1,
  generator: 1,
};
const THUMBNAIL = 480;
const GRAIN = 256;

export const somePicture = (random: Random, kind: PictureKind) => ({ kind, scene: random.int(1, scenes[kind]) });

/** The noise of a phone's sensor in the dark, so that a drawing looks like a photo. */
function grain(random: Random, strength: number): Buffer {
  const pixels = Buffer.alloc(GRAIN * GRAIN);
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = 128 + Math.round((random.next() + random.next() - 1) * strength);
  }
  return pixels;
}

async function drawPicture({ kind, scene, lit }: PictureKey, width: number): Promise<Picture> {
  const name = `${kind}/${scene}`;
  const noise = grain(createRandom(`grain/${name}/${lit}`), lit ? 24 : 38);
  const tile = await sharp(noise, { raw: { width: GRAIN, height: GRAIN, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  // The seed does not include `lit`, so that the pictures before and after differ only in their light.
  const markup = draw[kind]({ random: createRandom(name), lit, width });
  const bytes = await sharp(Buffer.from(markup))
    .composite([{ input: tile, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 82 })
    .toBuffer();
  const thumbnail = await sharp(bytes).resize({ width: THUMBNAIL, withoutEnlargement: true }).webp().toBuffer();
  return { bytes, thumbnail };
}

/** Draws each picture of the pool once, at its first use. */
export function createPictures(width: number): (key: PictureKey) => Promise<Picture> {
  const drawn = new Map<string, Promise<Picture>>();
  return (key) => {
    const name = `${key.kind}/${key.scene}/${key.lit}`;
    const known = drawn.get(name) ?? drawPicture(key, width);
    drawn.set(name, known);
    return known;
  };
}

/** A signature as the web form sends it: dark strokes on white, always the same for a name. */
export async function drawSignature(name: string): Promise<Picture> {
  const random = createRandom(`signature/${name}`);
  let [x, path] = [40, ''];
  for (const part of name.split(' ').slice(0, 2)) {
    path += `M${x} 110c-4 -70 40 -90 44 -40s-50 60 -20 52`;
    x += 56;
    for (let letter = 1; letter < Math.min(part.length, 9); letter += 1) {
      const height = random.pick([16, 20, 24, 58]);
      const step = random.int(18, 28);
      path += `q${step * 0.3} ${-height} ${step * 0.6} ${-height * 0.2}t${step * 0.4} ${height * 0.2 + random.int(-4, 4)}`;
      x += step;
    }
    x += 34;
  }
  path += `M${random.int(30, 80)} ${random.int(134, 150)}q${x / 2} ${random.int(-30, 10)} ${x - 60} -8`;
  const width = Math.max(400, x + 30);
  const ink = `<path d="${path}" fill="none" stroke="#10141c" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`;
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="180"><rect width="100%" height="100%" fill="#fff"/>${ink}</svg>`;
  const bytes = await sharp(Buffer.from(markup)).removeAlpha().png().toBuffer();
  const thumbnail = await sharp(bytes).resize({ width: THUMBNAIL, withoutEnlargement: true }).webp().toBuffer();
  return { bytes, thumbnail };
}
