import { hash, verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
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
  expect(await passwords.verify(stored, 'lights-on-at-seven')).toBe('prepared');
  expect(await passwords.verify(stored, 'lights-on-at-eight')).toBeNull();
});

it('accepts no password for a missing account', async () => {
  const passwords = await createPasswords();
  expect(await passwords.verify(undefined, 'nobody has this password')).toBeNull();
});

// A decomposed u and a no-break space, as some keyboards and password managers write them.
const TYPED = 'Zu\u0308rich\u00a0leuchtet';
const SAME = 'Z\u00fcrich leuchtet';

it('knows a password in each of its spellings', async () => {
  const passwords = await createPasswords();
  for (const [set, typed] of [
    [TYPED, SAME],
    [SAME, TYPED],
    [TYPED, TYPED],
  ] as const) {
    expect(await passwords.verify(await passwords.hash(set), typed)).toBe('prepared');
  }
});

it('knows a password that an earlier release has stored as it was typed', async () => {
  const passwords = await createPasswords();
  const stored = await hash(TYPED);
  expect(await passwords.verify(stored, TYPED)).toBe('as_typed');
  expect(await passwords.verify(stored, SAME)).toBeNull();
});

it.each([
  ['one spelling', 'not-the-password', 1],
  ['two spellings', TYPED, 2],
])('compares a password of %s as often for a missing account as for another', async (_, password, times) => {
  const counted = { hash, verify: vi.fn(verify) };
  const passwords = await createPasswords(counted);
  for (const stored of [undefined, await hash('lights-on-at-seven')]) {
    counted.verify.mockClear();
    expect(await passwords.verify(stored, password)).toBeNull();
    expect(counted.verify).toHaveBeenCalledTimes(times);
  }
});
