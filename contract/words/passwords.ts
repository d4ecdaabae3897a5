/** The minimum length of a new password, unless the installation requires more (spec §5). */
export const PASSWORD_MIN_LENGTH = 6;
export const passwordHint = `At least ${PASSWORD_MIN_LENGTH} characters. Two or three unrelated words are easy to keep and hard to guess.`;
export const passwordTooShort = (min: number) => `Password must be at least ${min} characters`;

/**
 * A password as it is hashed, so that another keyboard or system spells it alike: OpaqueString of RFC 8265 without its refusals. Other
 * spaces become U+0020, and characters are composed (NFC).
 */
export const preparedPassword = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** Why a password is easy to guess. */
export type Weakness = 'personal' | 'one_word' | 'guessable';
export const passwordWeak: Record<Weakness, string> = {
  personal:
    'Too easy to guess: it is made of a name, the business, a month or a season. Please add words that have nothing to do with them.',
  one_word:
    'Too easy to guess: it is one known word, and digits or signs around it do not help. Please add another word.',
  guessable:
    'Too easy to guess: it is short, or its characters follow a pattern. Please use two or three unrelated words.',
};
