import { expect, it } from 'vitest';
import { partWords } from './requests.moves.rules.ts';

it.each([
  ['assignment', 'the assignment'],
  ['work_order', 'the work order'],
  ['the status', 'the status'],
  ['constructor', 'constructor'],
])('a row whose last change is "%s" is told as "%s"', (part, words) => expect(partWords(part)).toBe(words));
