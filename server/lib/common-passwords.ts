import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);

const codesOf = (password: string) => [...password].map((character) => character.codePointAt(0) ?? 0);

/** 777777, 121212, abcabca: up to three characters, over and over. */
const isRepeated = (codes: readonly number[]) =>
  [1, 2, 3].some((unit) => codes.length > unit && codes.every((code, i) => i < unit || code === codes[i - unit]));

/** 654321, abcdef, 2468: every character as far from the one before. */
function isRun(codes: readonly number[]): boolean {
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 2 && codes.every((code, i) => i === 0 || code - (codes[i - 1] ?? 0) === step);
}

/**
 * Whether a password is one that attackers try first (threats T29): it stands in the list of about 49,000, or is of the
 * kinds that the list leaves out because a pattern finds them.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const codes = codesOf(lower);
  return common.has(lower) || isRepeated(codes) || isRun(codes);
}
