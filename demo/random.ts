import { createHash } from 'node:crypto';

/** Repeatable random numbers. The same seed gives the same year, so that everyone sees the same demo. */
export type Random = {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  shuffled<T>(list: readonly T[]): T[];
  symbols(alphabet: string, count: number): string;
  uuid(): string;
  /** An independent stream, so that more draws in one part of the story do not change the other parts. */
  fork(label: string | number): Random;
};

/** sfc32, seeded with a SHA-256 of the text. Never for secrets. */
export function createRandom(seed: string): Random {
  const state = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [state.readInt32LE(0), state.readInt32LE(4), state.readInt32LE(8), 1];
  const next = () => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 0x1_0000_0000;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (!list.length) throw new Error('nothing to pick from');
    return list[int(0, list.length - 1)] as T;
  };
  const symbols = (alphabet: string, count: number) =>
    Array.from({ length: count }, () => alphabet.charAt(int(0, alphabet.length - 1))).join('');
  const hex = (count: number) => symbols('0123456789abcdef', count);
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(choices.map(([value]) => value));
    },
    shuffled: (list) => {
      const keyed = list.map((value) => ({ value, key: next() }));
      return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
    },
    symbols,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}
