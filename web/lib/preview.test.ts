import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

describe('previewOf', () => {
  it('keeps 50 characters whole, and marks where a longer text goes on', () => {
    expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50));
    expect(previewOf('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  });

  it('makes one line of several', () => expect(previewOf(' The pole\n\n is  dark.\n')).toBe('The pole is dark.'));

  it('cuts no emoji in half', () => expect(previewOf('💡'.repeat(60))).toBe(`${'💡'.repeat(50)}…`));
});
