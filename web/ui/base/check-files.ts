import { shrink } from './shrink-photo.ts';

type Rules = {
  /** How many more files may be added. */
  room: number;
  /** In bytes. A photo of this size or more is shrunk before it is checked. */
  limit: number;
  /** Returns why a file is refused, for people, or null. */
  problemOf: (file: File) => string | null;
  tooMany: string;
};

/**
 * Shrinks large photos on the device, then decides which files may be sent and why others may not. Works on one file at
 * a time, because a phone does not have the memory for ten decoded photos.
 */
export async function checkFiles(
  chosen: readonly File[],
  { room, limit, problemOf, tooMany }: Rules,
): Promise<{ good: File[]; problem: string | null }> {
  const good: File[] = [];
  let problem: string | null = null;
  for (const file of chosen) {
    const ready = await shrink(file, limit);
    const refusal = problemOf(ready);
    if (refusal === null) good.push(ready);
    else problem ??= `${ready.name}: ${refusal}`;
  }
  return { good: good.slice(0, room), problem: problem ?? (good.length > room ? tooMany : null) };
}
