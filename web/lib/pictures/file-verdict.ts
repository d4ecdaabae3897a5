import { HEAD_BYTES, judge, type Libraries, type Verdict } from '#contract/words/evidence/content.ts';
import {
  hasAllowedName,
  isPictureType,
  mediaTypes,
  namedAs,
  sizeProblem,
} from '#contract/words/evidence/file-types.ts';
import { FILE_BYTES_LIMIT, fileTexts } from '#contract/words/files.ts';

class Unloaded extends Error {}

async function loadLibraries(): Promise<Libraries> {
  const [{ fileTypeFromBuffer }, { unzipSync }] = await Promise.all([import('file-type'), import('fflate')]);
  return { fileTypeFromBuffer, unzipSync };
}

/**
 * What a chosen file is, by the rules of the server. Of a file over the size limit only the start is read: it may not fit in the memory, and
 * is sent only if it is a picture, which is shrunk first. Null when what reads its format can't be loaded now, so that only the server can tell.
 * Rejects when the file can't be read.
 */
export async function verdictOf(file: File, kind: 'images' | 'documents'): Promise<Verdict | null> {
  const isLarge = file.size >= FILE_BYTES_LIMIT;
  const problem = isLarge ? null : sizeProblem(file, kind);
  if (problem) return { problem };
  const bytes = new Uint8Array(await (isLarge ? file.slice(0, HEAD_BYTES) : file).arrayBuffer());
  const libraries = () =>
    loadLibraries().catch((error: unknown) => {
      throw new Unloaded('a library could not be loaded', { cause: error });
    });
  const verdict = await judge({ name: file.name, bytes }, kind, libraries).catch((error: unknown) => {
    if (error instanceof Unloaded) return null;
    throw error;
  });
  if (!verdict) return null;
  const isPicture = 'type' in verdict ? isPictureType(verdict.type) : verdict.isHeic;
  if (!isLarge || isPicture) return verdict;
  return 'type' in verdict || hasAllowedName(file.name, kind) ? { problem: fileTexts.tooLarge } : verdict;
}

/** The file with the name and the type of its content, because apps save a WebP under the name of a JPG, or under none. */
export function namedByType(file: File, type: keyof typeof mediaTypes): File {
  const name = namedAs(file.name, type);
  if (name === file.name && file.type === mediaTypes[type]) return file;
  return new File([file], name, { type: mediaTypes[type], lastModified: file.lastModified });
}
