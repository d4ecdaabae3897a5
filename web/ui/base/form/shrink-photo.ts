/** Which photos are shrunk, and to what. */
export type Shrinking = {
  /** In bytes: a photo of this size or more is shrunk. */
  from: number;
  /** In pixels: the longer edge of a shrunk photo, at most. */
  edge: number;
};

/**
 * Shrinks a large photo of a phone's camera to a JPEG that stands upright. A smaller file, one that is no picture, and one
 * that a JPEG would only make larger are returned unchanged.
 */
export async function shrink(file: File, { from, edge }: Shrinking): Promise<File> {
  if (file.size < from || file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
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
