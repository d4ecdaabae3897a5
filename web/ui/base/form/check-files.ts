import { type Shrinking, shrink } from './shrink-photo.ts';

type Rules = {
  /** How many more files may be added. */
  room: number;
  /** How photos are shrunk before they are checked. */
  shrinking: Shrinking;
  /** Returns why a file is refused, for people, or null. */
  problemOf: (file: File) => string | null;
  tooMany: string;
  /** Called for each chosen file when it is shrunk. */
  onReady?: (chosen: File, ready: File) => void;
};

/**
 * Shrinks large photos on the device, then decides which files may be sent and why others may not. Works on one file at
 * a time, because a phone does not have the memory for ten decoded photos.
 */
export async function checkFiles(
  chosen: readonly File[],
  { room, shrinking, problemOf, tooMany, onReady }: Rules,
): Promise<{ good: File[]; problem: string | null }> {
  const good: File[] = [];
  /** The names of the refused files by the reason. */
  const refused = new Map<string, string[]>();
  for (const file of chosen) {
    const ready = await shrink(file, shrinking);
    onReady?.(file, ready);
    const refusal = problemOf(ready);
    if (refusal === null) good.push(ready);
    else refused.set(refusal, [...(refused.get(refusal) ?? []), ready.name]);
  }
  const problems = [...refused].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
  if (good.length > room) problems.push(tooMany);
  return { good: good.slice(0, room), problem: problems.length > 0 ? problems.join('. ') : null };
}
