import type { ImageFormat } from '#server/lib/images.ts';

/** Control characters, and those that turn the reading direction: they can make a name look like another one. */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const NAME_MAX = 120;

/** A name fit to show and to download as: no path, nothing invisible, at most 120 characters, its extension kept. */
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
/** Two letters are magic enough for these: a table whose first heading is "BMS" is no bitmap when all of it is text. */
const textMagic = ['bmp', 'exe'];
const isDocument = (extension: string): extension is DocumentType => Object.hasOwn(documents, extension);

/** Text has no magic number: a csv must be UTF-8 without control characters, and must not start like markup. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
    return text.trim() !== '' && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) && !/^\s*<[!?a-z]/i.test(text);
  } catch {
    return false;
  }
}

/**
 * What a file is, when its name and its bytes agree (spec §5, attachments); null when they do not, or it is not allowed.
 * @param magic the extension that the bytes themselves say, undefined when they say nothing
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
