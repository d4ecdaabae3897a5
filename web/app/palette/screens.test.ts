import { expect, it } from 'vitest';
import { linksOf } from '../dashboard/links.ts';
import { screensNamed } from './screens.ts';

const named = (text: string) => screensNamed(linksOf('admin'), text).map(({ label }) => label);

it.each([
  [' users ', 'User Management'],
  ['mana', 'User Management'],
  ['MESSAGES', 'Contact Messages'],
])('finds the screen called "%s" by each of its names', (text, label) => expect(named(text)).toEqual([label]));

it('finds every screen for an empty text, and none for a strange one', () => {
  expect(named(' ')).toHaveLength(linksOf('admin').length);
  expect(named('pole 7')).toEqual([]);
});
