import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emailText } from '#contract/text.ts';

const email = emailText('Email is required', 'Please enter a valid email');
/** Spec §5 word for word, at any cost: one @, and in the domain a dot with characters on both sides. */
function isSimpleAddress(text: string): boolean {
  const [name = '', domain = '', ...more] = text.split('@');
  const hasDot = [...domain].some((sign, i) => sign === '.' && i > 0 && i < domain.length - 1);
  return more.length === 0 && name !== '' && hasDot && !/\s/.test(text);
}

it('The address pattern accepts exactly the addresses of the specification', () => {
  const sign = fc.constantFrom('a', '@', '.', ' ', 'é', '\n', '-');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      const trimmed = text.trim();
      expect(email.safeParse(text).success).toBe(trimmed !== '' && isSimpleAddress(trimmed));
    }),
    { numRuns: 20_000 },
  );
});

it('A text that is too long is refused for its length alone', () => {
  const { error } = email.safeParse(`${'@'.repeat(300)}\u0000`);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Must be at most 254 characters']);
});
