import { expect, it } from 'vitest';
import type { VerificationRow } from './verifications.repo.ts';
import { presentVerification } from './verifications.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const running = {
  id: 3,
  started_by: 1,
  started_by_name: 'Ada',
  started_at: before(20),
  seen_at: before(1),
  finished_at: null,
  checked: '40',
  total: '100',
  verdict: null,
} as VerificationRow;
const stateOf = (change: Partial<VerificationRow>) => presentVerification({ ...running, ...change }, now).state;

it('a verification runs while an instance gives signs of life', () => {
  expect(presentVerification(running, now)).toMatchObject({ state: 'running', checked: 40, total: 100 });
  expect(stateOf({ seen_at: before(5) })).toBe('running');
  expect(stateOf({ seen_at: before(6) })).toBe('failed');
});

it('one that has ended is done with a verdict, and has failed without one', () => {
  const verdict = { checked: 100, broken: null } as unknown as VerificationRow['verdict'];
  expect(stateOf({ finished_at: before(0), verdict })).toBe('done');
  // However long ago: a verdict stands.
  expect(stateOf({ finished_at: before(60), seen_at: before(60), verdict })).toBe('done');
  expect(stateOf({ finished_at: before(0) })).toBe('failed');
});
