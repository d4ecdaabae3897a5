import type { documentExtensions } from '../files.ts';

export type DocumentType = (typeof documentExtensions)[number];

/** The extensions that the first bytes of each kind of document indicate. A text has none. */
const magics: Record<DocumentType, readonly string[]> = {
  pdf: ['pdf'],
  docx: ['docx'],
  doc: ['cfb'],
  xls: ['cfb'],
  csv: [],
};
/** Types whose magic number is two letters, with which a text may begin: a table headed "BMS" is no bitmap. */
const textMagic = ['bmp', 'exe'];

export const isDocumentType = (extension: string): extension is DocumentType => Object.hasOwn(magics, extension);

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
 * Whether the bytes are a document of this type. The browser and the server find the magic with the same library.
 * @param magic the extension that the bytes indicate, undefined when they indicate none
 */
export function isDocument(type: DocumentType, magic: string | undefined, bytes: Uint8Array): boolean {
  const expected = magics[type];
  if (expected.length > 0) return expected.includes(magic ?? '');
  return (magic === undefined || textMagic.includes(magic)) && isPlainText(bytes);
}
