import { expect, it } from 'vitest';
import { initialOf } from './initial.ts';

it.each([
  ['ana', 'A'],
  [' \u200eana', 'A'],
  ['👩\u200d🔧 Ana', '👩\u200d🔧'],
  ['🇺🇸 Office', '🇺🇸'],
  ['👍🏽', '👍🏽'],
  ['E\u0301va', '\u00c9'],
  ['q\u0301ui', 'Q\u0301'],
  ['ज्ञान', 'ज्ञा'],
  ['علی\u200cرضا', 'ع'],
  ['김민수', '김'],
  ['\u1100\u1161\u11a8', '각'],
  ['𠮷田', '𠮷'],
  ['ßen', 'ß'],
  ['ŉ', 'ŉ'],
  ['', '?'],
  ['\u200d', '?'],
])('the initial of %j is %s', (name, initial) => expect(initialOf(name)).toBe(initial));
