import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  'password',
  'PassWord1',
  'qwerty',
  '654321',
  '987654321',
  'abcdef',
  '2468',
  'aaaaaa',
  '121212',
  'ABCabcABC',
  '55555555',
])('knows %s as everyone’s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each([
  'lights-on-at-seven',
  'correct-horse-9',
  'aaaaab-7',
  'abcdez',
  '12a34b56c',
  'x1x2x3x4',
  'ohm’s law',
  ' 👷👷🏽👷 ',
])('lets %s pass', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
