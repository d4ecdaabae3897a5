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

export type DocumentType = 'pdf' | 'docx' | 'doc' | 'csv' | 'xls';
export type Kind = { image: ImageFormat; type: string } | { document: DocumentType; type: string };

const images: Record<string, ImageFormat> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };
const documents: Record<DocumentType, { type: string; magic: readonly string[] }> = {
  pdf: { type: 'application/pdf', magic: ['pdf'] },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', magic: ['docx'] },
  doc: { type: 'application/msword', magic: ['cfb'] },
  xls: { type: 'application/vnd.ms-excel', magic: ['cfb'] },
  csv: { type: 'text/csv', magic: [] },
};
/** Types whose magic number is two letters, with which a text may begin: a table headed "BMS" is no bitmap. */
const textMagic = ['bmp', 'exe'];
const isDocument = (extension: string): extension is DocumentType => Object.hasOwn(documents, extension);

/** Whether the bytes begin like a ZIP archive, which a docx is. */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 8) < 8;

/** The encodings in which spreadsheets write a csv: UTF-8, UTF-16 with its mark, and Windows-1252, in this order. */
function decode(bytes: Uint8Array): string | null {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const utf16 = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : null;
  for (const encoding of utf16 ? [utf16] : ['utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding may fit.
    }
  }
  return null;
}

/** Text has no magic number: a csv must decode without a control character, and must not start like markup. */
function isPlainText(bytes: Uint8Array): boolean {
  const text = decode(bytes);
  if (text === null || text.trim() === '' || /^\s*<[!?a-z]/i.test(text)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f]/.test(text);
}

/**
 * The kind of a file whose name and bytes agree (spec §5, attachments); null when they disagree, or the kind is not allowed.
 * @param magic the extension that the bytes indicate, undefined when they indicate none
 */
export function kindOf(name: string, magic: string | undefined, bytes: Uint8Array): Kind | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const image = Object.hasOwn(images, extension) ? images[extension] : undefined;
  if (image) return images[magic ?? ''] === image ? { image, type: `image/${image}` } : null;
  if (!isDocument(extension)) return null;
  const { type, magic: expected } = documents[extension];
  const isText = () => (magic === undefined || textMagic.includes(magic)) && isPlainText(bytes);
  const fits = expected.length ? expected.includes(magic ?? '') : isText();
  return fits ? { document: extension, type } : null;
}
