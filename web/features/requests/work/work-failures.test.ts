import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-client.ts';
import { workFailure } from './work-failures.ts';

describe('a refused work order', () => {
  it("shows the server's message, and the fallback without one", () => {
    const conflict = new ApiError(409, { error: 'conflict', message: 'Tess changed the status.' });
    expect(workFailure(conflict)).toBe('Tess changed the status.');
    expect(workFailure(new ApiError(0, {}))).toBe('Failed to update request');
  });

  it('names the photo that was refused, and says what to do about it', () => {
    const details = [{ field: 'images', message: 'notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed' }];
    const refused = new ApiError(400, { message: 'Only images (JPG, PNG, GIF, WebP) are allowed', details });
    expect(workFailure(refused)).toBe(
      'notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed. Remove or replace it.',
    );
  });
});
