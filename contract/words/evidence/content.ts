import { fileTexts } from '../files.ts';
import { isSafeArchive, type Unzip } from './archives.ts';
import { extensionOf, type FileType, hasAllowedName, type PictureType, wrongType } from './file-types.ts';
import { isMarkup, readText } from './plain-text.ts';

/** What reads other formats; the browser loads it when a file is no picture. */
export type Libraries = {
  fileTypeFromBuffer: (bytes: Uint8Array) => Promise<{ ext: string } | undefined>;
  unzipSync: Unzip;
};

/** What a file is, or why it is refused, for people. */
export type Verdict = { type: FileType } | { problem: string; isHeic?: true };

/** Readers of PDF files look for its header in as many first bytes. */
const PDF_WITHIN = 1024;
const PDF = /%PDF-|%!PS-Adobe-\d\.\d PDF-/;
/** In bytes: the start of a file that says what it is. */
export const HEAD_BYTES = PDF_WITHIN + 32;
/** The start of a file, a character for each byte. */
const headOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));

/** How the files of each kind of picture begin. A text may begin with the letters of the last two. */
const pictures: { is: (head: string) => boolean; type: PictureType; isWritable?: true }[] = [
  { is: (head) => head.startsWith('\xff\xd8\xff'), type: 'jpg' },
  { is: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), type: 'png' },
  { is: (head) => /^GIF8[79]a/.test(head), type: 'gif', isWritable: true },
  { is: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8), type: 'webp', isWritable: true },
];
/** Photos of iPhones. Other files in the same container are videos and AVIF pictures. */
const isHeic = (head: string) => /^ftyp(hei[cxms]|hev[cxms]|m[is]f1(?!.{0,32}avif))/s.test(head.slice(4, 64));
const isOldOffice = (head: string) => head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isArchive = (head: string) => head.startsWith('PK') && head.charCodeAt(2) < 8;

/** Whether a text may be a table: its name says so, or nothing. Programs write tables as .xls as well. */
const mayBeTable = (name: string) => ['csv', 'xls', ''].includes(extensionOf(name));

/** A table may speak of "%PDF-1": its header is a PDF's when it begins the file, or a line if the name does not say that it is a table. */
const isPdfText = (text: string, name: string) =>
  (extensionOf(name) === 'csv' ? /^\ufeff?\s*%PDF-\d\.\d\s/ : /(^|[\r\n])%PDF-\d\.\d\s/).test(
    text.slice(0, HEAD_BYTES),
  );

/**
 * Whether a PDF begins in the first 1,024 bytes: mail programs and printers write lines before it.
 * @param magic the extension that the bytes indicate
 */
function isPdf(bytes: Uint8Array, magic: string | undefined): boolean {
  const head = headOf(bytes);
  const at = head.search(PDF);
  if (at < 0 || at > PDF_WITHIN) return false;
  const before = readText(bytes.subarray(0, at));
  if (before !== null) return !isMarkup(before);
  return magic === undefined || magic === 'pdf';
}

/** The container of old Word and Excel files says which one it is by the names of its streams; when it doesn't, its name does. */
function oldOfficeType(bytes: Uint8Array, name: string): FileType | null {
  const content = new TextDecoder('windows-1252').decode(bytes);
  const has = (stream: string) => content.includes(`${[...stream].join('\0')}\0\0`);
  const found: FileType[] = [
    ...(has('WordDocument') ? ['doc' as const] : []),
    ...(has('Workbook') || has('Book') ? ['xls' as const] : []),
  ];
  const extension = extensionOf(name);
  const named = extension === 'doc' || extension === 'xls' ? extension : null;
  return found.length === 0 || (named && found.includes(named)) ? named : (found[0] ?? null);
}

/**
 * Decides by its bytes what a file is, and whether it may be sent (spec §5). The browser asks when a file is chosen, and the
 * server when it arrives. A picture is only as good as its decoder finds it.
 */
export async function judge(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kind: 'images' | 'documents',
  libraries: () => Promise<Libraries>,
): Promise<Verdict> {
  const head = headOf(bytes);
  const picture = pictures.find(({ is }) => is(head));
  if (picture && !picture.isWritable) return { type: picture.type };
  const text = readText(bytes);
  const isTable = text !== null && mayBeTable(name) && !isMarkup(text) && !isPdfText(text, name);
  if (picture && !isTable) return { type: picture.type };
  if (!isTable && isHeic(head)) return { problem: wrongType(kind), isHeic: true };
  const found = isTable ? { type: 'csv' as const } : await documentIn({ name, bytes, text }, await libraries());
  if (found.type && kind === 'documents') return { type: found.type };
  // What is known to be something else is of a wrong type, whatever its name.
  return { problem: found.type || found.isKnown || !hasAllowedName(name, kind) ? wrongType(kind) : fileTexts.misfit };
}

type Found = { type: FileType; isKnown?: never } | { type: null; isKnown: boolean };
const known: Found = { type: null, isKnown: true };

async function documentIn(
  { name, bytes, text }: { name: string; bytes: Uint8Array; text: string | null },
  { fileTypeFromBuffer, unzipSync }: Libraries,
): Promise<Found> {
  const head = headOf(bytes);
  // Checked first, because detecting the type of an archive unpacks a part of it.
  if (isArchive(head) && !isSafeArchive(bytes, unzipSync)) return known;
  const magic = (await fileTypeFromBuffer(bytes))?.ext;
  if (isOldOffice(head)) {
    const type = oldOfficeType(bytes, name);
    return type ? { type } : known;
  }
  if (magic === 'docx') return { type: 'docx' };
  if (isPdf(bytes, magic)) return { type: 'pdf' };
  return { type: null, isKnown: text === null ? magic !== undefined : isMarkup(text) };
}
