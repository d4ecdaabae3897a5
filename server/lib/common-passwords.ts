import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Weakness } from '#contract/words/passwords.ts';
import { foldText } from '#contract/words/search.ts';

/** The guesses that a good password takes at least. With fewer, an attacker finds it despite the limits on sign-ins. */
const MIN_GUESSES = 1_000_000;
/** Only these first characters of a password are judged, because the estimate takes more than linear time. */
const JUDGED_CHARACTERS = 32;
/** Words that people join with a year. */
const CALENDAR =
  'spring summer autumn fall winter january february march april may june july august september october november december'.split(
    ' ',
  );

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 8 });
}

let estimator: Promise<ZxcvbnFactory> | undefined;
/** Loaded for the first password: its lists and tables take 8 MB, and 100 ms of the start. */
const estimatorOfWords = () => (estimator ??= loadEstimator());

/** Digits and signs that stand for a letter. */
const LOOKALIKES: Record<string, string> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  i: 'i1!',
  l: 'l1|',
  o: 'o0',
  s: 's5$',
  t: 't7+',
};

/** A shorter word is found by chance in many passwords. */
const WORD_MIN = 3;

/** The words of a name or an address, also those of one letter. */
const wordsOf = (text: string) => foldText(text).match(/\p{L}+/gu) ?? [];

/** A short word has no lookalikes: too many numbers would have it. */
const spelling = (word: string) =>
  word.length < WORD_MIN ? word : [...word].map((letter) => `[${LOOKALIKES[letter] ?? letter}]`).join('');

/** Whether nothing but digits and signs is left when these words are taken out, in any order. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = password.replaceAll(new RegExp(longestFirst.map(spelling).join('|'), 'gu'), '');
  return rest !== password && !/\p{L}/u.test(rest);
}

/** Whether a part of a password is letters of no listed word. Digits and signs around a word do not make it better. */
const isOwnInvention = ({ pattern, token }: { pattern: string; token: string }) =>
  pattern === 'bruteforce' && /\p{L}/u.test(token);

/**
 * Why attackers try a password first (threats T29): it consists of words about the person or the calendar, or of one listed word,
 * with nothing but digits and signs around them, or few guesses find it. Null when they do not.
 * @param about texts about the person: name, email address, the business
 */
export async function weaknessOf(password: string, about: readonly string[] = []): Promise<Weakness | null> {
  const personal = about.flatMap(wordsOf);
  if (isMadeOf([...personal, ...CALENDAR], foldText(password))) return 'personal';
  // Capitals add no strength: people put them in predictable places.
  const judged = password.toLowerCase().slice(0, JUDGED_CHARACTERS);
  const known = [...personal.filter((word) => word.length >= WORD_MIN), ...CALENDAR];
  const { guesses, sequence } = (await estimatorOfWords()).check(judged, known);
  const words = sequence.filter(({ pattern }) => pattern === 'dictionary');
  const isOneWord = words.length === 1 && !sequence.some(isOwnInvention);
  if (isOneWord && /\p{L}/u.test(judged)) return 'one_word';
  return isOneWord || guesses < MIN_GUESSES ? 'guessable' : null;
}
