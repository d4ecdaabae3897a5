import { z } from 'zod';
import { time } from './text.ts';

/** The limits of attachments (spec §5 and §9). */
export const ATTACHMENTS_MAX = 3;
export const PHOTOS_MAX = 10;
/** "Each file must be less than 5MB": 5,242,880 bytes is already too much. */
export const FILE_BYTES_LIMIT = 5 * 1024 * 1024;

export const fileTexts = {
  tooMany: 'Maximum 3 files allowed',
  tooManyPhotos: `Maximum ${PHOTOS_MAX} photos allowed`,
  wrongType: 'Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed',
  notAnImage: 'Only images (JPG, PNG, GIF, WebP) are allowed',
  tooLarge: 'Each file must be less than 5MB',
} as const;

export const imageExtensions = ['jpeg', 'jpg', 'png', 'gif', 'webp'] as const;
export const documentExtensions = ['pdf', 'docx', 'doc', 'csv', 'xls'] as const;

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
const isIn = (list: readonly string[], value: string) => list.includes(value);

/** Whether a file's name says it is an image that may be uploaded. */
export const hasImageName = (name: string) => isIn(imageExtensions, extensionOf(name));

/**
 * The rules a browser can check before sending and the server checks again (spec §5): type by extension, then size.
 * Returns the specification's text, or null when the file may go.
 */
export function fileProblem(file: { name: string; size: number }, kind: 'images' | 'documents'): string | null {
  const allowed = hasImageName(file.name) || (kind === 'documents' && isIn(documentExtensions, extensionOf(file.name)));
  if (!allowed) return kind === 'images' ? fileTexts.notAnImage : fileTexts.wrongType;
  return file.size >= FILE_BYTES_LIMIT ? fileTexts.tooLarge : null;
}

/** One stored file (spec §3 File). Paths are same-origin, signed, and good for minutes. */
export const requestFile = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** A smaller picture for lists and cards; null for documents. */
  thumbnail_path: z.string().nullable(),
  file_type: z.string(),
  file_size: z.int(),
  created_at: time,
  /** Null when a visitor sent it; screens show 'Unknown'. */
  uploader: z.object({ name: z.string() }).nullable(),
});
export type RequestFile = z.infer<typeof requestFile>;
