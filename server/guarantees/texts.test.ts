import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emailText } from '#contract/text.ts';

const email = emailText('Email is required', 'Please enter a valid email');
/** Spec §5: one @, no spaces, and a dot in the domain. Mail servers take no blank part between dots and no hyphen at its ends. */
function isSendable(text: string): boolean {
  const [name = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  const isFilled = [...name.split('.'), ...labels].every((part) => part !== '');
  return more.length === 0 && isFilled && labels.length > 1 && !/\s/.test(text) && !labels.some(hasOuterHyphen);
}
const hasOuterHyphen = (label: string) => label.startsWith('-') || label.endsWith('-');

it('accepts exactly the addresses that can be sent to', () => {
  const sign = fc.constantFrom('a', '@', '.', ' ', 'é', '\n', '-');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      const trimmed = text.trim();
      expect(email.safeParse(text).success).toBe(trimmed !== '' && isSendable(trimmed));
    }),
    { numRuns: 20_000 },
  );
});

it('A text that is too long is refused for its length alone', () => {
  const { error } = email.safeParse(`${'@'.repeat(300)}\u0000`);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Must be at most 254 characters']);
});
