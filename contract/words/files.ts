/** The limits of attachments (spec §5 and §9). */
export const ATTACHMENTS_MAX = 3;
export const PHOTOS_MAX = 10;
/** "Each file must be less than 5MB": 5,242,880 bytes is already too much. */
export const FILE_BYTES_LIMIT = 5 * 1024 * 1024;
/** `FILE_BYTES_LIMIT` as people read it. */
const FILE_SIZE_LIMIT = '5MB';
/** The most bytes that the files of one call may have together, and the same as people read it. */
export const FILES_BYTES_LIMIT = ATTACHMENTS_MAX * FILE_BYTES_LIMIT;
const FILES_SIZE_LIMIT = '15MB';

const IMAGES = 'images (JPG, PNG, GIF, WebP)';
const DOCUMENTS = `${IMAGES} and documents (PDF, DOCX, CSV)`;

export const fileTexts = {
  tooMany: `Maximum ${ATTACHMENTS_MAX} files allowed`,
  tooManyPhotos: `Maximum ${PHOTOS_MAX} photos allowed`,
  wrongType: `Only ${DOCUMENTS} are allowed`,
  notAnImage: `Only ${IMAGES} are allowed`,
  virus: 'A virus was found in this file. Please send it without this file, or send another one',
  misfit: "This file's contents don't match its extension, or it can't be read.",
  empty: 'This file is empty',
  tooLarge: `Each file must be less than ${FILE_SIZE_LIMIT}`,
  tooLargeTogether: `All files together can have at most ${FILES_SIZE_LIMIT}`,
} as const;

/** What may be chosen, in the words of the refusals. */
export const fileHints = {
  documents: `Up to ${ATTACHMENTS_MAX} files, each less than ${FILE_SIZE_LIMIT}: ${DOCUMENTS}.`,
  images: `Up to ${PHOTOS_MAX} ${IMAGES}, each less than ${FILE_SIZE_LIMIT}.`,
} as const;

/** A signature is sent as a PNG data URL of at most 200 kB. */
export const SIGNATURE_MAX_CHARS = 200_000;
