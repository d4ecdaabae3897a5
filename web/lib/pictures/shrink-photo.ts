import { namedAs } from '#contract/words/evidence/file-types.ts';
import {
  fittedSize,
  LEAST_ENTROPY,
  type PictureFacts,
  pixelProblem,
  STORED_AREA,
} from '#contract/words/evidence/pictures.ts';

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

/** In pixels: the edge of the small copy in which a damaged picture is looked at. */
const LOOK = 256;

/** What a picture is drawn from. */
type Drawn = { source: CanvasImageSource; width: number; height: number };

/** A picture that breaks off or has a mistake, as far as the browser shows it; null when it shows nothing. */
async function damaged(file: File): Promise<Drawn | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    const look = drawn({ source: image, width, height }, { width: LOOK, height: LOOK });
    if (!look || entropy(look.getImageData(0, 0, LOOK, LOOK).data) < LEAST_ENTROPY) return null;
    return { source: image, width, height };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The entropy of a picture's grays in bits. */
function entropy(pixels: Uint8ClampedArray): number {
  const counts = new Float64Array(256);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const gray = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    counts[gray] = (counts[gray] ?? 0) + 4 / pixels.length;
  }
  return counts.reduce((sum, share) => sum - (share > 0 ? share * Math.log2(share) : 0), 0);
}

function drawn({ source }: Drawn, { width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const paper = canvas.getContext('2d');
  if (!paper) return null;
  // A JPEG has no transparency: transparent areas would turn black.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(source, 0, 0, width, height);
  return paper;
}

async function toJpeg(picture: Drawn, area: number): Promise<Blob | null> {
  const paper = drawn(picture, fittedSize(picture, area));
  return paper && new Promise((resolve) => paper.canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

/** A file with the picture as a JPEG, under its name. */
const jpegOf = (file: File, blob: Blob) =>
  new File([blob], namedAs(file.name, 'jpg'), { type: blob.type, lastModified: file.lastModified });

/** A picture of a format that only some browsers decode as a JPEG; null when this one can't. */
export async function toJpegFile(file: File, { area }: Shrinking): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  const picture = bitmap ? { source: bitmap, width: bitmap.width, height: bitmap.height } : await damaged(file);
  const blob = picture && (await toJpeg(picture, area).catch(() => null));
  bitmap?.close();
  return blob && jpegOf(file, blob);
}

/**
 * Shrinks a large photo of a phone's camera to a JPEG that stands upright, and finds out whether a picture can be shown at all. A
 * smaller file, an animation, and a picture that a JPEG would only make larger are returned unchanged. Of a damaged picture, what can be
 * seen is returned as a whole one: the server would decode it with other means, and might find nothing.
 */
export async function shrink(file: File, facts: PictureFacts, { from, area }: Shrinking): Promise<Shrunk> {
  const hasTooManyPixels = pixelProblem(facts) !== null;
  const isLarge = file.size >= from && facts.format !== 'gif';
  const areaNow = isLarge ? area : STORED_AREA;
  const unchanged = { file, isUnreadable: false };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) {
    const found = await damaged(file);
    const blob = found && (await toJpeg(found, areaNow).catch(() => null));
    if (blob) return { ...unchanged, file: jpegOf(file, blob) };
    return { file, isUnreadable: facts.width * facts.height <= SURELY_DECODED };
  }
  try {
    if (facts.frames > 1 || (!isLarge && !hasTooManyPixels)) return unchanged;
    const { width, height } = bitmap;
    const blob = await toJpeg({ source: bitmap, width, height }, areaNow);
    if (!blob || (blob.size >= file.size && !hasTooManyPixels)) return unchanged;
    return { ...unchanged, file: jpegOf(file, blob) };
  } catch {
    return unchanged;
  } finally {
    bitmap.close();
  }
}
