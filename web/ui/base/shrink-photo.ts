/** In pixels: enough to read a name plate, and far below 5 MB as a JPEG. */
const EDGE = 3000;

/**
 * Shrinks a photo that is too large to send, because photos of phone cameras easily exceed the limit.
 * A file below the limit, or one that is not a picture, is returned unchanged.
 * @param limit in bytes
 */
export async function shrink(file: File, limit: number): Promise<File> {
  if (file.size < limit || file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const paper = canvas.getContext('2d');
    if (!paper) return file;
    // A JPEG has no transparency: transparent areas would turn black.
    paper.fillStyle = '#fff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), {
      type: blob.type,
      lastModified: file.lastModified,
    });
  } catch {
    return file;
  }
}
