import { expect, it } from 'vitest';
import { checkpointDue } from './checkpoints.rules.ts';
import type { Seal } from './seal.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seal = (seq: number) => ({ seq: String(seq) }) as Seal;
const last = (at: string) => ({ seq: '10', event_id: '10', hash: '', at, born_from: null });

it.each([
  ['after a thousand seals', last('2026-03-01T11:59:59Z'), 1_010, true],
  ['not yet within a minute', last('2026-03-01T11:59:01Z'), 1_009, false],
  ['a minute after the last one', last('2026-03-01T11:59:00Z'), 11, true],
  ['never without new seals', last('2026-01-01T00:00:00Z'), 10, false],
  ['after one whose clock was ahead', last('2028-01-01T00:00:00Z'), 11, true],
  ['first', null, 1, true],
])('a checkpoint is due: %s', (_, before, seq, isDue) => {
  expect(checkpointDue(before, seal(seq), now)).toBe(isDue);
});
