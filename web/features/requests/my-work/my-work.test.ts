import { describe, expect, it } from 'vitest';
import type { priorities, statuses } from '#contract/words/requests.ts';
import { shownAtFirst, workCounts, workOf } from './my-work.ts';

describe('workCounts', () => {
  it('counts pending as pending plus assigned', () => {
    const stats = { total: 6, pending: 1, assigned: 2, in_progress: 1, completed: 1 };
    expect(workCounts(stats)).toEqual({ total: 6, pending: 3, in_progress: 1, completed: 1 });
  });
});

describe("a technician's work", () => {
  const row = (id: number, status: (typeof statuses)[number], priority: (typeof priorities)[number] = 'low') => ({
    id,
    status,
    priority,
  });
  const rows = [
    row(1, 'completed', 'urgent'),
    row(2, 'pending'),
    row(3, 'cancelled'),
    row(4, 'in_progress'),
    row(5, 'assigned', 'urgent'),
    row(6, 'assigned', 'high'),
  ];
  const idsOf = (show: Parameters<typeof workOf>[1]) => workOf(rows, show).map(({ id }) => id);

  it('lists open emergencies first, then open requests, then closed ones, otherwise in order', () => {
    expect(idsOf('')).toEqual([5, 2, 4, 6, 1, 3]);
  });

  it('is filtered as the cards count: pending includes assigned', () => {
    expect(idsOf('pending')).toEqual([5, 2, 6]);
    expect(idsOf('in_progress')).toEqual([4]);
    expect(idsOf('completed')).toEqual([1]);
  });

  it('shows all open requests at first, and ten of the closed ones', () => {
    const open = Array.from({ length: 30 }, (_, nth) => row(nth, 'in_progress'));
    const closed = Array.from({ length: 12 }, (_, nth) => row(100 + nth, nth % 2 ? 'cancelled' : 'completed'));
    expect(shownAtFirst([...open, ...closed])).toEqual([...open, ...closed.slice(0, 10)]);
    expect(shownAtFirst(closed)).toEqual(closed.slice(0, 10));
    expect(shownAtFirst(open)).toEqual(open);
  });
});
