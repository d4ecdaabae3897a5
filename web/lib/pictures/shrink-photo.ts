import { fittedSize, type PictureFacts, pixelProblem, STORED_AREA } from '#contract/words/evidence/pictures.ts';

/** Which photos are shrunk, and to what. */
export type Shrinking = {
  /** In bytes: a photo of this size or more is shrunk. */
  from: number;
  /** In pixels: the area of a shrunk photo. A long one is larger, so that it stays legible. */
  area: number;
};

const MEGA = 1_000_000;
/** In pixels: a larger picture may be one that this device lacks the memory for, and the server reads it. */
const SURELY_DECODED = 24 * MEGA;

type Shrunk = {
  file: File;
  /** Whether the browser can't show it. */
  isUnreadable: boolean;
};

/** The end of a JPEG. A photo that lacks its last bytes can be decoded with it, as far as it goes. */
const JPEG_END = Uint8Array.of(0xff, 0xd9);

const decoded = (file: File, { format }: PictureFacts): Promise<ImageBitmap | null> =>
  createImageBitmap(file)
    .catch(() => (format === 'jpeg' ? createImageBitmap(new Blob([file, JPEG_END])) : null))
    .catch(() => null);

function toJpeg(bitmap: ImageBitmap, area: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const { width, height } = fittedSize(bitmap, area);
  canvas.width = width;
  canvas.height = height;
  const paper = canvas.getContext('2d');
  if (!paper) return Promise.resolve(null);
  // A JPEG has no transparency: transparent areas would turn black.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

/**
 * Shrinks a large photo of a phone's camera to a JPEG that stands upright, and finds out whether a picture can be shown at all. A
 * smaller file, an animation, and a picture that a JPEG would only make larger are returned unchanged.
 */
export async function shrink(file: File, facts: PictureFacts, { from, area }: Shrinking): Promise<Shrunk> {
  const hasTooManyPixels = pixelProblem(facts) !== null;
  const bitmap = await decoded(file, facts);
  if (!bitmap) return { file, isUnreadable: facts.width * facts.height <= SURELY_DECODED };
  const unchanged = { file, isUnreadable: false };
  try {
    if (facts.frames > 1) return unchanged;
    const isLarge = file.size >= from && facts.format !== 'gif';
    if (!isLarge && !hasTooManyPixels) return unchanged;
    const blob = await toJpeg(bitmap, isLarge ? area : STORED_AREA);
    if (!blob || (blob.size >= file.size && !hasTooManyPixels)) return unchanged;
    const name = file.name.replace(/\.[^.]*$/, '.jpg');
    return { ...unchanged, file: new File([blob], name, { type: blob.type, lastModified: file.lastModified }) };
  } catch {
    return unchanged;
  } finally {
    bitmap.close();
  }
}
