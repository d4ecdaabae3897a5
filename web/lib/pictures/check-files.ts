import { hasAllowedName, isPictureType, sizeProblem, wrongType } from '#contract/words/evidence/file-types.ts';
import { pixelProblem } from '#contract/words/evidence/pictures.ts';
import { FILE_BYTES_LIMIT, fileTexts } from '#contract/words/files.ts';
import { copyOf, UNREADABLE } from './file-copy.ts';
import { namedByType, verdictOf } from './file-verdict.ts';
import { pictureFacts } from './picture-facts.ts';
import { type Shrinking, shrink, toJpegFile } from './shrink-photo.ts';

/** What to do about HEIC photos that this browser can't convert. */
function heicAdvice(names: readonly string[]): string {
  const [are, them] = names.length === 1 ? ['is a HEIC photo', 'it'] : ['are HEIC photos', 'them'];
  return `${names.join(', ')} ${are}. Save ${them} as JPG, or on an iPhone choose Most Compatible in Settings > Camera > Formats and take ${them} again.`;
}

export type CheckedFiles = {
  good: File[];
  /** Why files are refused, for people; null when none is. */
  problem: string | null;
  /** What to do about a refused file that this browser can't convert. */
  advice: string | null;
};

type Rules = {
  /** The files that were added before. */
  added: readonly File[];
  /** The most files there may be. */
  max: number;
  /** The most bytes that all files may have together. */
  maxBytes: number;
  /** How photos are shrunk before they are checked. */
  shrinking: Shrinking;
  /** Which types may be sent. */
  kind: 'images' | 'documents';
  tooMany: string;
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

type Prepared = { file: File; problem: string | null; isHeic?: boolean };

/** A picture that the browser can decode is sent as a JPEG. */
async function converted(file: File, { shrinking }: Rules, problem: string): Promise<Prepared> {
  const jpeg = typeof createImageBitmap === 'undefined' ? null : await toJpegFile(file, shrinking);
  return jpeg ? { file: jpeg, problem: null } : { file, problem, isHeic: true };
}

/** A chosen file as it would be sent, in memory, and why its content is refused. Rejects when it can't be read. */
async function prepared(chosen: File, rules: Rules): Promise<Prepared> {
  // A larger file is never sent as it is: it is shrunk or refused, and may not fit in the memory.
  const copy = chosen.size < FILE_BYTES_LIMIT ? await copyOf(chosen) : chosen;
  const verdict = await verdictOf(copy, rules.kind);
  if (!verdict) return { file: copy, problem: null };
  if ('problem' in verdict) {
    return verdict.isHeic ? converted(copy, rules, verdict.problem) : { file: copy, problem: verdict.problem };
  }
  const named = namedByType(copy, verdict.type);
  if (!isPictureType(verdict.type)) return { file: named, problem: null };
  const facts = await pictureFacts(named);
  if (!facts) return { file: named, problem: fileTexts.misfit };
  const { file, isUnreadable } =
    typeof createImageBitmap === 'undefined'
      ? { file: named, isUnreadable: false }
      : await shrink(named, facts, rules.shrinking);
  if (isUnreadable) return { file, problem: fileTexts.misfit };
  return { file, problem: sizeProblem(file, rules.kind) ?? (file === named ? pixelProblem(facts) : null) };
}

/** Sentences one after the other. Some of them end with a period already. */
export const joinSentences = (sentences: readonly string[]) =>
  sentences.map((one, nth) => (nth < sentences.length - 1 && !/[.!?]$/.test(one) ? `${one}.` : one)).join(' ');

/**
 * Shrinks large photos on the device, then decides which files may be sent and why others may not, by the rules of the server: it
 * would refuse a picture only after the upload of all of them. Works on one file at a time, because a phone does not have the
 * memory for ten decoded photos.
 */
export async function checkFiles(chosen: readonly File[], rules: Rules): Promise<CheckedFiles> {
  const { added, max, maxBytes, kind, tooMany, onReady } = rules;
  const names = new Set(added.map(({ name }) => name));
  let bytes = added.reduce((sum, { size }) => sum + size, 0);
  const good: File[] = [];
  const heic: string[] = [];
  /** The names of the refused files by the reason. */
  const refused = new Map<string, string[]>();
  for (const one of chosen) {
    const readable = await prepared(one, rules).catch(() => null);
    const ready = namedApart(readable?.file ?? one, names);
    onReady?.(one, ready);
    const isTooMuch = bytes + ready.size > maxBytes;
    const refusal = readable
      ? (readable.problem ?? (isTooMuch ? fileTexts.tooLargeTogether : null))
      : // What can't be read has no size to tell of. A dropped folder is of a wrong type.
        hasAllowedName(one.name, kind)
        ? UNREADABLE
        : wrongType(kind);
    if (readable?.isHeic) heic.push(one.name);
    if (refusal === null) {
      good.push(ready);
      names.add(ready.name);
      bytes += ready.size;
    } else refused.set(refusal, [...(refused.get(refusal) ?? []), one.name]);
  }
  const room = max - added.length;
  const problems = [...refused].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
  if (good.length > room) problems.push(tooMany);
  return {
    good: good.slice(0, room),
    problem: problems.length > 0 ? joinSentences(problems) : null,
    advice: heic.length > 0 ? heicAdvice(heic) : null,
  };
}
