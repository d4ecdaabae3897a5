import { describe, expect, it } from 'vitest';
import { sizeText } from './file-text.ts';

describe('sizeText', () => {
  it('formats kB and MB', () => {
    expect([1, 2048, 5 * 1024 * 1024].map(sizeText)).toEqual(['1 kB', '2 kB', '5.0 MB']);
  });
});
