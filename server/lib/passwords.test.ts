import { expect, it } from 'vitest';
import { DomainError } from './errors.ts';
import { createPasswords } from './passwords.ts';

it('hashes two passwords at once, queues eight and refuses the rest; afterwards it works again', async () => {
  const passwords = await createPasswords();
  const results = await Promise.allSettled(
    Array.from({ length: 80 }, () => passwords.verify(undefined, 'nobody has this password')),
  );
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refusals.length).toBeGreaterThanOrEqual(80 - 10);
  expect(refusals.length).toBeLessThanOrEqual(80 - 8);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ code: 'unavailable' });
  }
  const stored = await passwords.hash('lights-on-at-seven');
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await passwords.verify(stored, 'lights-on-at-seven')).toBe(true);
  expect(await passwords.verify(stored, 'lights-on-at-eight')).toBe(false);
});

it('accepts no password for a missing account', async () => {
  const passwords = await createPasswords();
  expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
});
