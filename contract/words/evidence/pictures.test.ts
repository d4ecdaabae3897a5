import { describe, expect, it } from 'vitest';
import { fittedSize, heldByProgressiveJpeg, heldByWebp, pixelProblem, STORED_AREA } from './pictures.ts';

const still = { frames: 1, held: 0 };

describe('the pixels of a picture', () => {
  it.each([
    ['a photo of 48 megapixels', { ...still, format: 'jpeg', width: 8064, height: 6048 }],
    ['a plan of 70 megapixels', { ...still, format: 'png', width: 9933, height: 7016 }],
    ['a scroll capture', { ...still, format: 'png', width: 1440, height: 30_000 }],
    [
      'a progressive panorama',
      { format: 'jpeg', width: 12_000, height: 3000, frames: 1, held: heldByProgressiveJpeg(true, 3) },
    ],
    ['a flickering lamp', { format: 'gif', width: 320, height: 240, frames: 6, held: 0 }],
  ] as const)('are few enough: %s', (_, facts) => {
    expect(pixelProblem(facts)).toBeNull();
  });

  it.each([
    [{ ...still, format: 'jpeg', width: 12_001, height: 10_000 }, 'This picture has 121 megapixels; the limit is 120'],
    [
      { format: 'jpeg', width: 8064, height: 6048, frames: 1, held: heldByProgressiveJpeg(true, 3) },
      'This picture has 49 megapixels; the limit is 38',
    ],
    [
      { format: 'jpeg', width: 6000, height: 4000, frames: 1, held: heldByProgressiveJpeg(false, 3) },
      'This picture has 24 megapixels; the limit is 19',
    ],
    [
      { format: 'webp', width: 6000, height: 5000, frames: 1, held: heldByWebp(true) },
      'This picture has 30 megapixels; the limit is 28',
    ],
    [
      { format: 'gif', width: 640, height: 480, frames: 40, held: 0 },
      'This animation has 13 megapixels in its 40 frames; the limit is 10',
    ],
  ] as const)('are too many, and the limit is named: %#', (facts, problem) => {
    expect(pixelProblem(facts)).toBe(problem);
  });
});

describe('a shrunk picture', () => {
  it.each([
    ['keeps its size when it is small', [800, 600], STORED_AREA, [800, 600]],
    ['has the area', [8064, 6048], STORED_AREA, [4096, 3072]],
    ['has the area of a phone', [4000, 3000], 3_000_000, [2000, 1500]],
    ['stays legible as a scroll capture', [1440, 30_000], 3_000_000, [720, 15_000]],
    ['stays legible as a panorama', [12_000, 3000], 3_000_000, [3464, 866]],
    ['is no longer than a canvas', [100, 100_000], STORED_AREA, [16, 16_000]],
  ] as const)('%s', (_, [width, height], area, [wide, high]) => {
    expect(fittedSize({ width, height }, area)).toEqual({ width: wide, height: high });
  });
});
