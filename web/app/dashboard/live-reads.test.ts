import { describe, expect, it } from 'vitest';
import type { LiveTopic } from '#contract/live.ts';
import { isConcerned, isTold } from './live-reads.ts';

const request = (id: number | null) => [{ topic: 'request' as const, id }];

describe('a change of one request', () => {
  it.each([
    [['requests', 'list', { page: 1 }], true],
    [['requests', 'stats'], true],
    [['requests', 'mine'], true],
    [['requests', 'detail', 7], true],
    [['requests', 'detail', 8], false],
    [['requests', 'tracking', 7], false],
    [['customers', 'detail', 3], true],
    [['contact', 'list', {}], false],
    [['users', 'list'], false],
    [['audit', 'list', {}], false],
  ])('concerns %j: %s', (key, concerned) => {
    expect(isConcerned(key, request(7))).toBe(concerned);
  });

  it('of which the number is not told concerns every open request', () => {
    expect(isConcerned(['requests', 'detail', 8], request(null))).toBe(true);
  });
});

it('a change of a user concerns the people that requests are assigned to, and no list of requests', () => {
  const user = [{ topic: 'user' as const, id: 3 }];
  expect(isConcerned(['requests', 'assignees'], user)).toBe(true);
  expect(isConcerned(['requests', 'list', {}], user)).toBe(false);
});

it('a change of which only a newer server knows what it is concerns every read', () => {
  const unknown = [{ topic: 'invoice' as LiveTopic, id: 3 }];
  expect(isConcerned(['requests', 'list', {}], unknown)).toBe(true);
  expect(isConcerned(['audit', 'list', {}], unknown)).toBe(true);
});

it('what live updates do not tell of is still polled', () => {
  expect(
    [
      ['audit', 'list'],
      ['requests', 'tracking', 7],
      ['palette', 'x'],
    ].map(isTold),
  ).toEqual([false, false, false]);
  expect(
    [
      ['requests', 'list'],
      ['contact', 'detail', 7],
      ['notifications', 'list'],
    ].map(isTold),
  ).toEqual([true, true, true]);
});
