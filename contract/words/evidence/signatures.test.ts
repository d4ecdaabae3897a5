import { describe, expect, it } from 'vitest';
import { hasLetter, isSignature } from './signatures.ts';

describe('a typed text', () => {
  it.each([
    ['Dana Whitfield', true],
    ['O', true],
    ['李', true],
    ['محمد', true],
    ['सीता', true],
    ['...A', true],
    ['.', false],
    ['-', false],
    ['😀', false],
    ['✓', false],
    ['123', false],
    [' ', false],
    // The filler of Hangul, which is a letter that nobody sees.
    ['\u3164', false],
    ['\u200b', false],
  ])('has a letter or not: %j', (text, expected) => {
    expect(hasLetter(text)).toBe(expected);
  });
});

describe('a signature', () => {
  type Point = [x: number, y: number];
  /** White paper with strokes of this value at the points that `isInk` selects. */
  function paper(isInk: (...point: Point) => boolean, [width, height]: Point = [400, 160], value = 20) {
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let at = 0; at < width * height; at += 1) {
      if (isInk(at % width, Math.floor(at / width))) data.fill(value, at * 4, at * 4 + 3);
    }
    return { data, width, height };
  }
  const stroke = (x: number, y: number) => x > 40 && x < 300 && Math.abs(y - 80 - 40 * Math.sin(x / 25)) < 2;

  it.each<[string, (...point: Point) => boolean, boolean, Point?]>([
    ['a curved stroke', stroke, true],
    ['a short cross', (x, y) => Math.abs(x - y) < 2 && x > 50 && x < 80, true],
    ['a curved stroke on small paper', (x, y) => stroke(x * 4, y * 4), true, [100, 40]],
    ['nothing at all', () => false, false],
    ['a single dark pixel', () => true, false, [1, 1]],
    ['a few dark pixels', () => true, false, [10, 10]],
    ['a dot of a tap', (x, y) => Math.hypot(x - 200, y - 80) < 5, false],
    ['a tiny tick', (x, y) => x > 190 && x < 208 && Math.abs(y - 80 - Math.abs(x - 196)) < 2, false],
    ['a filled box', () => true, false],
    ['a box that is nearly filled', (x, y) => x > 5 && y > 5, false],
    ['one line of pixels on thin paper', () => true, false, [400, 1]],
  ])('is recognized by its strokes: %s', (_, isInk, expected, size) => {
    expect(isSignature(paper(isInk, size))).toBe(expected);
  });

  it('may have thin gray strokes', () => {
    expect(isSignature(paper(stroke, [400, 160], 170))).toBe(true);
  });
});
