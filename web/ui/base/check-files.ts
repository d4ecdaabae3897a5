import { shrink } from './shrink-photo.ts';

type Rules = {
  /** How many more may go along. */
  room: number;
  /** Bytes from which on a photo is made smaller before it is judged. */
  limit: number;
  /** The reason why a file may not go along, or null. */
  problemOf: (file: File) => string | null;
  tooMany: string;
};

/**
 * Which of the chosen files go along, photos made small enough on the device first, and what to say about the others.
 * One after the other: a phone has no room for ten photos unpacked at once.
 */
export async function pick(
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
