import { describe, expect, it } from 'vitest';
import type { priorities, statuses } from '#contract/words/requests.ts';
import { foundWork, shownAtFirst, unsentMark, workCounts, workOf } from './my-work.ts';

describe('workCounts', () => {
  it('counts pending as pending plus assigned', () => {
    const stats = { total: 6, pending: 1, assigned: 2, in_progress: 1, completed: 1 };
    expect(workCounts(stats)).toEqual({ total: 6, pending: 3, in_progress: 1, completed: 1 });
  });
});

describe("a technician's work", () => {
  const row = (
    id: number,
    status: (typeof statuses)[number],
    priority: (typeof priorities)[number] = 'low',
    day = id,
  ) => ({
    id,
    status,
    priority,
    created_at: new Date(Date.UTC(2026, 2, day)).toISOString(),
  });
  // As the server lists them: the newest first.
  const rows = [
    row(9, 'completed', 'urgent'),
    row(8, 'pending'),
    row(7, 'cancelled'),
    row(6, 'in_progress'),
    row(5, 'assigned', 'urgent'),
    row(4, 'assigned', 'high'),
    row(3, 'assigned'),
    row(2, 'in_progress', 'urgent'),
    row(1, 'assigned', 'medium'),
  ];
  const idsOf = (show: Parameters<typeof workOf>[1]) => workOf(rows, show).map(({ id }) => id);

  it('has open emergencies first, then what has begun, then by priority, the longest waiting first; closed ones last', () => {
    expect(idsOf('')).toEqual([2, 5, 6, 4, 1, 3, 8, 9, 7]);
  });

  it('is filtered as the cards count: pending includes assigned', () => {
    expect(idsOf('pending')).toEqual([5, 4, 1, 3, 8]);
    expect(idsOf('in_progress')).toEqual([2, 6]);
    expect(idsOf('completed')).toEqual([9]);
  });

  it('shows all open requests at first, and ten of the closed ones', () => {
    const open = Array.from({ length: 30 }, (_, nth) => row(nth, 'in_progress'));
    const closed = Array.from({ length: 12 }, (_, nth) => row(100 + nth, nth % 2 ? 'cancelled' : 'completed'));
    expect(shownAtFirst([...open, ...closed])).toEqual([...open, ...closed.slice(0, 10)]);
    expect(shownAtFirst(closed)).toEqual(closed.slice(0, 10));
    expect(shownAtFirst(open)).toEqual(open);
  });

  it('is found by all words of a search in ID, title or customer, or by the digits of a phone', () => {
    const some = {
      ...row(1, 'completed'),
      ...{ external_id: 'REQ-AAAAAAAAA-AAAAA', title: 'Dark lot', service_type: null, rating: null, version: 1 },
      ...{ assigned_to: 7, assignedTechnician: null, updated_at: '', completed_at: null },
      customer: {
        name: 'Kiln & Crust',
        email: 'k@crust.example',
        phone: '(407) 555-0111',
        address: '88 Sample Street',
      },
    };
    const isFound = (search: string) => foundWork([some], search).length === 1;
    for (const search of ['', 'aaaaa', 'crust dark', '88 sample', '4075550111'])
      expect(isFound(search), search).toBe(true);
    for (const search of ['crust bright', '4075550112']) expect(isFound(search), search).toBe(false);
  });
});

describe('the mark of an update that is on this device only', () => {
  const textOf = (item: Parameters<typeof unsentMark>[0]) => unsentMark(item)[1];

  it('is that of the try while one is on its way', () => {
    expect(textOf({ stage: 'sending' })).toBe('Sending');
    expect(textOf({ stage: 'waiting' })).toBe('Not sent yet');
    expect(textOf({ stage: 'refused' })).toBe('Not accepted');
  });
});
