/** The limits of attachments (spec §5 and §9). */
export const ATTACHMENTS_MAX = 3;
export const PHOTOS_MAX = 10;
/** "Each file must be less than 5MB": 5,242,880 bytes is already too much. */
export const FILE_BYTES_LIMIT = 5 * 1024 * 1024;
/** `FILE_BYTES_LIMIT` as people read it. */
export const FILE_SIZE_LIMIT = '5MB';
/** The most bytes that the files of one call may have together, and the same as people read it. */
export const FILES_BYTES_LIMIT = ATTACHMENTS_MAX * FILE_BYTES_LIMIT;
const FILES_SIZE_LIMIT = '15MB';

export const fileTexts = {
  tooMany: `Maximum ${ATTACHMENTS_MAX} files allowed`,
  tooManyPhotos: `Maximum ${PHOTOS_MAX} photos allowed`,
  wrongType: 'Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed',
  notAnImage: 'Only images (JPG, PNG, GIF, WebP) are allowed',
  virus: 'A virus was found in this file. Please send it without this file, or send another one',
  misfit: "This file's contents don't match its extension, or it can't be read.",
  empty: 'This file is empty',
  tooLarge: `Each file must be less than ${FILE_SIZE_LIMIT}`,
  tooLargeTogether: `All files together can have at most ${FILES_SIZE_LIMIT}`,
} as const;

export const imageExtensions = ['jpeg', 'jpg', 'png', 'gif', 'webp'] as const;
export const documentExtensions = ['pdf', 'docx', 'doc', 'csv', 'xls'] as const;

/** A file name's extension in lower case, without the dot. */
export const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
const isIn = (list: readonly string[], value: string) => list.includes(value);

/** Whether a file name has the extension of an image that may be uploaded. */
export const hasImageName = (name: string) => isIn(imageExtensions, extensionOf(name));

/**
 * Checks a file's extension, then its size (spec §5). The browser checks before sending, and the server checks again.
 * Returns the text for people, or null when the file is acceptable.
 */
export function fileProblem(file: { name: string; size: number }, kind: 'images' | 'documents'): string | null {
  const allowed = hasImageName(file.name) || (kind === 'documents' && isIn(documentExtensions, extensionOf(file.name)));
  if (!allowed) return kind === 'images' ? fileTexts.notAnImage : fileTexts.wrongType;
  if (file.size === 0) return fileTexts.empty;
  return file.size >= FILE_BYTES_LIMIT ? fileTexts.tooLarge : null;
}

/** A signature is sent as a PNG data URL of at most 200 kB. */
export const SIGNATURE_MAX_CHARS = 200_000;
