import { pixelProblem } from '#contract/words/evidence/pictures.ts';
import { FILE_BYTES_LIMIT, hasImageName } from '#contract/words/files.ts';
import { copyOf, UNREADABLE } from './file-copy.ts';
import { pictureFacts } from './picture-facts.ts';
import { namedByContent } from './picture-name.ts';
import { type Shrinking, shrink } from './shrink-photo.ts';

type Rules = {
  /** The files that were added before. */
  added: readonly File[];
  /** The most files there may be. */
  max: number;
  /** The most bytes that all files may have together. */
  maxBytes: number;
  /** How photos are shrunk before they are checked. */
  shrinking: Shrinking;
  /** Returns why a file is refused, for people, or null. */
  problemOf: (file: Pick<File, 'name' | 'size'>) => string | null;
  texts: {
    /** The refusal of a file with the name of a picture that holds none, or none that can be shown. */
    misfit: string;
    tooMany: string;
    tooLargeTogether: string;
  };
  /** Called for each chosen file when it is shrunk. */
  onReady?: (chosen: File, ready: File) => void;
};

/** Gives a file another name when there is one of this name, as every photo from a phone's camera may be "image.jpg". */
function namedApart(file: File, names: ReadonlySet<string>): File {
  if (!names.has(file.name)) return file;
  const dot = file.name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [file.name.slice(0, dot), file.name.slice(dot)] : [file.name, ''];
  let nth = 2;
  while (names.has(`${stem} (${nth})${extension}`)) nth += 1;
  const { type, lastModified } = file;
  return new File([file], `${stem} (${nth})${extension}`, { type, lastModified });
}

/** Loaded with the first document. The server checks it when that fails, and refuses a larger one by its size. */
async function isRightDocument(file: File): Promise<boolean> {
  if (file.size >= FILE_BYTES_LIMIT) return true;
  const check = await import('./document-content.ts').catch(() => null);
  return check === null || check.isOfItsType(file);
}

/**
 * A chosen file as it would be sent, in memory, and why its content is refused. Rejects when it can't be read.
 */
async function prepared(chosen: File, { shrinking, texts }: Rules) {
  // A larger file is never sent as it is: it is shrunk or refused, and may not fit in the memory.
  const copy = chosen.size < FILE_BYTES_LIMIT ? await copyOf(chosen) : chosen;
  const named = await namedByContent(copy);
  if (!named) return { file: copy, problem: texts.misfit };
  if (named.size === 0) return { file: named, problem: null };
  if (!hasImageName(named.name)) return { file: named, problem: (await isRightDocument(named)) ? null : texts.misfit };
  const facts = await pictureFacts(named);
  if (!facts) return { file: named, problem: texts.misfit };
  if (typeof createImageBitmap === 'undefined') return { file: named, problem: null };
  const { file, isUnreadable } = await shrink(named, facts, shrinking);
  if (isUnreadable) return { file, problem: texts.misfit };
  return { file, problem: file === named ? pixelProblem(facts) : null };
}

/** Sentences one after the other. Some of them end with a period already. */
export const joinSentences = (sentences: readonly string[]) =>
  sentences.map((one, nth) => (nth < sentences.length - 1 && !/[.!?]$/.test(one) ? `${one}.` : one)).join(' ');

/**
 * Shrinks large photos on the device, then decides which files may be sent and why others may not, by the rules of the server: it
 * would refuse a picture only after the upload of all of them. Works on one file at a time, because a phone does not have the
 * memory for ten decoded photos.
 */
export async function checkFiles(
  chosen: readonly File[],
  rules: Rules,
): Promise<{ good: File[]; problem: string | null }> {
  const { added, max, maxBytes, problemOf, texts, onReady } = rules;
  const names = new Set(added.map(({ name }) => name));
  let bytes = added.reduce((sum, { size }) => sum + size, 0);
  const good: File[] = [];
  /** The names of the refused files by the reason. */
  const refused = new Map<string, string[]>();
  for (const one of chosen) {
    const readable = await prepared(one, rules).catch(() => null);
    const ready = namedApart(readable?.file ?? one, names);
    onReady?.(one, ready);
    const isTooMuch = bytes + ready.size > maxBytes;
    const refusal = readable
      ? (problemOf(ready) ?? readable.problem ?? (isTooMuch ? texts.tooLargeTogether : null))
      : // What can't be read has no size to tell of. A dropped folder is of a wrong type.
        (problemOf({ name: one.name, size: 1 }) ?? UNREADABLE);
    if (refusal === null) {
      good.push(ready);
      names.add(ready.name);
      bytes += ready.size;
    } else refused.set(refusal, [...(refused.get(refusal) ?? []), one.name]);
  }
  const room = max - added.length;
  const problems = [...refused].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
  if (good.length > room) problems.push(texts.tooMany);
  return { good: good.slice(0, room), problem: problems.length > 0 ? joinSentences(problems) : null };
}
