import { FILE_BYTES_LIMIT, fileTexts } from '../files.ts';

/** The types that are stored, by the extension that a stored file gets, with the media type as which it is served. */
export const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
} as const;
export type FileType = keyof typeof mediaTypes;

export const pictureTypes = ['jpg', 'png', 'gif', 'webp'] as const satisfies FileType[];
export type PictureType = (typeof pictureTypes)[number];
export const isPictureType = (type: string): type is PictureType => (pictureTypes as readonly string[]).includes(type);

/** Other extensions of stored types that a file keeps. */
const kept: Record<string, FileType> = { jpeg: 'jpg' };
/** Extensions that a file loses when it gets its right one. Anything else after a period may be a part of the name. */
const replaced = [
  ...['jfif', 'jfi', 'jif', 'jpe', 'pjpeg', 'pjp', 'apng', 'heic', 'heif', 'hif', 'avif', 'bmp', 'tif', 'tiff'],
  ...['docm', 'xlsx', 'txt', 'tsv', 'bin', 'tmp', 'dat'],
];

/** A file name's extension in lower case, without the dot; empty when there is none, as when "Rev. 2" ends a name. */
export function extensionOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && /^[a-z][a-z\d]*$/.test(extension) ? extension : '';
}

const typeNamed = (name: string): FileType | null => {
  const extension = extensionOf(name);
  return kept[extension] ?? (Object.hasOwn(mediaTypes, extension) ? (extension as FileType) : null);
};

/** Whether a name says that the file is of a type that may be sent. */
export function hasAllowedName(name: string, kind: 'images' | 'documents'): boolean {
  const type = typeNamed(name);
  return type !== null && (kind === 'documents' || isPictureType(type));
}

/** The name of a file of this type: with its own extension if that fits, else with the type's. */
export function namedAs(name: string, type: FileType): string {
  if (typeNamed(name) === type) return name;
  const extension = extensionOf(name);
  const isReplaced = typeNamed(name) !== null || replaced.includes(extension);
  const dropped = isReplaced ? extension.length + 1 : Number(name.endsWith('.'));
  return `${name.slice(0, name.length - dropped)}.${type}`;
}

/** Why a file of this size is refused, for people; null when it isn't. An empty file has no type but that of its name. */
export function sizeProblem(
  { name, size }: { name: string; size: number },
  kind: 'images' | 'documents',
): string | null {
  if (size >= FILE_BYTES_LIMIT) return fileTexts.tooLarge;
  if (size > 0) return null;
  const isAllowed = extensionOf(name) === '' || hasAllowedName(name, kind);
  return isAllowed ? fileTexts.empty : wrongType(kind);
}

/** The refusal of a file that is of none of these types. */
export const wrongType = (kind: 'images' | 'documents'): string =>
  kind === 'images' ? fileTexts.notAnImage : fileTexts.wrongType;
