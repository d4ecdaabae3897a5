import { expect, it } from 'vitest';
import { releasedRows } from '#server/testing/released-rows.ts';
import type { VerificationRow } from './verifications.repo.ts';
import { presentVerification, readVerdict } from './verifications.rules.ts';

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

const released = releasedRows['audit_verifications.verdict'];

it('reads a verdict of the last release as it is', () => {
  expect(readVerdict(released)).toEqual(released);
});

it('keeps a break of a kind that only another release knows', () => {
  const broken = { kind: 'melted', seq: '4', event_id: null, message: 'Entry 4 has melted.' };
  expect(readVerdict({ ...released, broken, heat: 900 })).toEqual({ ...released, broken });
});

it('fills what a verdict of an older release lacks', () => {
  expect(readVerdict({ broken: null, sealed: 3 })).toMatchObject({ broken: null, sealed: 3, waiting: 0, until: null });
});

it('never takes a verdict for good that doesn’t say whether the trail is broken', () => {
  const { broken: _broken, ...rest } = released;
  expect(readVerdict(rest)).toBeNull();
  expect(stateOf({ finished_at: before(0), verdict: rest })).toBe('failed');
});
