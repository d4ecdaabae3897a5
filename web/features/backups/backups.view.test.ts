import { expect, it } from 'vitest';
import { backupChoicesStored } from '#contract/backups.ts';
import { shownFields, sizeText, spanText } from './backups.view.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [58_340_000, '58.3 MB'],
  [640_000_000, '640 MB'],
  [1_250_000_000_000, '1.3 TB'],
  [5e15, '5,000 TB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

it.each([
  [0.4, 'less than 1 s'],
  [8, '8 s'],
  [60, '1 min'],
  [200, '3 min 20 s'],
  [7_500, '2 h 5 min'],
  [7_230, '2 h'],
])('%d seconds are %s', (seconds, text) => expect(spanText(seconds)).toBe(text));

it('a conflict compares every setting', () =>
  expect(shownFields.map(({ path }) => path)).toEqual(Object.keys(backupChoicesStored.shape)));
