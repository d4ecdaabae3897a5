import pLimit from 'p-limit';
import sharp from 'sharp';

// Only the four formats that may be uploaded are ever decoded; everything else libvips knows is attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
sharp.cache(false);

/** A decoded picture needs about 4 bytes a pixel: 40 megapixels is any phone's photo and no bomb. */
const input = { limitInputPixels: 40_000_000, failOn: 'error' } as const;
const TIMEOUT_SECONDS = 10;
const THUMBNAIL = 480;
const twoAtOnce = pLimit(2);

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif';
export type CleanImage = { bytes: Buffer; thumbnail: Buffer };

/**
 * Decodes and encodes a picture anew: metadata (positions included), trailing scripts and polyglots do not survive; the
 * camera's orientation is applied first. Also makes a small WebP for lists.
 * @returns null when it is not a readable picture of that format, or too large to decode
 */
export function cleanImage(bytes: Buffer, format: ImageFormat): Promise<CleanImage | null> {
  return twoAtOnce(async () => {
    try {
      const upright = sharp(bytes, input).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();
      const [clean, thumbnail] = await Promise.all([
        upright.clone().toFormat(format).toBuffer(),
        upright
          .clone()
          .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
          .webp()
          .toBuffer(),
      ]);
      return { bytes: clean, thumbnail };
    } catch {
      return null;
    }
  });
}

/** The share of pixels darker than middle grey on white paper, 0 to 1; null when it is not a readable PNG. */
export function inkShare(bytes: Buffer): Promise<number | null> {
  return twoAtOnce(async () => {
    try {
      const { data } = await sharp(bytes, input)
        .timeout({ seconds: TIMEOUT_SECONDS })
        .flatten({ background: '#fff' })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const dark = data.reduce((count, value) => (value < 128 ? count + 1 : count), 0);
      return dark / data.length;
    } catch {
      return null;
    }
  });
}
