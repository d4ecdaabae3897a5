import { describe, expect, it } from 'vitest';
import { animatedPng, pixelBomb } from '#server/testing/bytes.ts';
import { pngAnimation } from './png.ts';

describe('the frames of a PNG', () => {
  it('are those of its animation', () => {
    expect(pngAnimation(animatedPng([1, 2, 3]))?.frames).toHaveLength(3);
  });

  it('are none when it does not move', () => {
    expect(pngAnimation(pixelBomb(8))).toBeNull();
    expect(pngAnimation(animatedPng([1]))).toBeNull();
  });

  it('are those before the file breaks off', () => {
    const moving = animatedPng([1, 2, 3]);
    expect(pngAnimation(moving.subarray(0, -20))?.frames).toHaveLength(2);
    expect(pngAnimation(moving.subarray(0, moving.length / 2))).toBeNull();
  });

  it('are those before one that is larger than the picture', () => {
    const moving = Buffer.from(animatedPng([1, 2, 3]));
    moving.writeUInt32BE(999, moving.lastIndexOf('fcTL') + 8);
    expect(pngAnimation(moving)?.frames).toHaveLength(2);
  });
});
