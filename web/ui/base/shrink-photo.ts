/** Long enough an edge to read a name plate on, and far below 5 MB as a JPEG. */
const EDGE = 3000;

/**
 * A photo made small enough to send: a phone's camera easily exceeds the limit, and in the field there is no other tool.
 * What is below the limit, or cannot be read as a picture, comes back as it is.
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
    // A JPEG knows no transparency: what was clear would turn black.
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
