/** Whether a stored file is a picture. */
export const isImage = (file: { file_type: string }): boolean => file.file_type.startsWith('image/');

/** Formats a file size in bytes as kB or MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
