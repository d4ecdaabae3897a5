import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

const passwords = Array.from({ length: 2_000 }, generatePassword);

it('makes four groups of four symbols that nobody confuses, never the same twice', () => {
  for (const password of passwords) expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  expect(new Set(passwords).size).toBe(passwords.length);
});

it('uses every symbol about equally often', () => {
  const counts = Map.groupBy(passwords.join('').replaceAll('-', ''), (symbol) => symbol);
  expect(counts.size).toBe(31);
  // 32,000 symbols: about 1,032 of each, with a standard deviation of 32.
  for (const [symbol, { length }] of counts) expect(Math.abs(length - 1_032), symbol).toBeLessThan(250);
});
