import { type DocumentType, isDocument, isDocumentType } from '#contract/words/evidence/documents.ts';
import type { ImageFormat } from '#server/lib/images.ts';

/** Control characters and characters that change the reading direction. They can disguise a name. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const NAME_MAX = 120;

/** A name for display and download: without a path and invisible characters, at most 120 characters, with its extension. */
export function displayName(raw: string): string {
  const base = raw.split(/[/\\]/).pop() ?? '';
  const clean = base.toWellFormed().normalize('NFC').replace(UNSAFE, '').trim();
  const characters = [...clean];
  if (characters.length <= NAME_MAX) return clean || 'file';
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 ? [...clean.slice(dot)].slice(0, 10) : [];
  return [...characters.slice(0, NAME_MAX - extension.length), ...extension].join('');
}

export type Kind = { image: ImageFormat; type: string } | { document: DocumentType; type: string };

const images: Record<string, ImageFormat> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };
const documents: Record<DocumentType, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
};

/** Whether the bytes begin like a ZIP archive, which a docx is. */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 8) < 8;

/**
 * The kind of a file whose name and bytes agree (spec §5, attachments); null when they disagree, or the kind is not allowed.
 * @param magic the extension that the bytes indicate, undefined when they indicate none
 */
export function kindOf(name: string, magic: string | undefined, bytes: Uint8Array): Kind | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const image = Object.hasOwn(images, extension) ? images[extension] : undefined;
  if (image) return images[magic ?? ''] === image ? { image, type: `image/${image}` } : null;
  if (!isDocumentType(extension) || !isDocument(extension, magic, bytes)) return null;
  return { document: extension, type: documents[extension] };
}
