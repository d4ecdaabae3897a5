import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-client.ts';
import { unreadableFiles } from '#web/lib/pictures/unreadable-files.ts';
import { refusedPhotos, workFailure } from './work-failures.ts';

describe('a refused work order', () => {
  it("shows the server's message, and the fallback without one", () => {
    const conflict = new ApiError(409, { error: 'conflict', message: 'Tess changed the status.' });
    expect(workFailure(conflict, [])).toBe('Tess changed the status.');
    expect(workFailure(new ApiError(0, {}), [])).toBe('Failed to update request');
  });

  it('names the photo that was refused, and says what to do about it', () => {
    const details = [{ field: 'images', message: 'notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed' }];
    const refused = new ApiError(400, { message: 'Only images (JPG, PNG, GIF, WebP) are allowed', details });
    expect(workFailure(refused, [])).toBe(
      'notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed. Remove or replace it.',
    );
  });

  it('names every photo that was refused, and finds them in the form', () => {
    const details = ['a.jpg: A virus was found', "b.jpg: It can't be read."].map((message) => ({
      field: 'images',
      message,
    }));
    const refused = new ApiError(400, { message: 'A virus was found', details });
    expect(workFailure(refused, [])).toBe("a.jpg: A virus was found. b.jpg: It can't be read. Remove or replace them.");
    const photos = ['a.jpg', 'aa.jpg', 'b.jpg'].map((name) => new File(['x'], name));
    expect(refusedPhotos(refused, photos).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
  });

  it('gives no advice about a photo when none is named', () => {
    const message = 'All files together can have at most 15MB';
    const refused = new ApiError(413, { message, details: [{ field: 'images', message }] });
    expect(workFailure(refused, [])).toBe(message);
  });

  it('names a photo that this device cannot read, until it is removed', () => {
    const [pole, meter] = ['pole.jpg', 'meter.jpg'].map((name) => new File(['x'], name));
    const photos = [pole, meter].filter((one) => one !== undefined);
    const error = unreadableFiles(['pole.jpg']);
    expect(workFailure(error, photos)).toBe(
      "pole.jpg: This file can't be read. Choose it again, or take the photo again.",
    );
    expect(refusedPhotos(error, photos)).toEqual([pole]);
    expect(workFailure(error, photos.slice(1))).toBeNull();
  });
});
