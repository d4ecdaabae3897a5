import { namedByContent } from './picture-name.ts';
import { type Shrinking, shrink } from './shrink-photo.ts';

type Rules = {
  /** How many more files may be added. */
  room: number;
  /** How photos are shrunk before they are checked. */
  shrinking: Shrinking;
  /** Returns why a file is refused, for people, or null. */
  problemOf: (file: File) => string | null;
  /** The refusal of a file with the name of a picture that holds none. */
  misfit: string;
  tooMany: string;
  /** Called for each chosen file when it is shrunk. */
  onReady?: (chosen: File, ready: File) => void;
};

/**
 * Shrinks large photos on the device, then decides which files may be sent and why others may not, also by their content: the
 * server would refuse a picture that is none only after the upload of all of them. Works on one file at a time, because a phone does not have the memory for ten decoded photos.
 */
export async function checkFiles(
  chosen: readonly File[],
  { room, shrinking, problemOf, misfit, tooMany, onReady }: Rules,
): Promise<{ good: File[]; problem: string | null }> {
  const good: File[] = [];
  /** The names of the refused files by the reason. */
  const refused = new Map<string, string[]>();
  for (const file of chosen) {
    const shrunk = await shrink(file, shrinking);
    // A file that cannot be read any more is left to the server.
    const named = await namedByContent(shrunk).catch(() => shrunk);
    const ready = named ?? shrunk;
    onReady?.(file, ready);
    const refusal = problemOf(ready) ?? (named ? null : misfit);
    if (refusal === null) good.push(ready);
    else refused.set(refusal, [...(refused.get(refusal) ?? []), ready.name]);
  }
  const problems = [...refused].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
  if (good.length > room) problems.push(tooMany);
  return { good: good.slice(0, room), problem: problems.length > 0 ? problems.join('. ') : null };
}
