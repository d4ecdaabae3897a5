import { expect, it } from 'vitest';
import { historyByCustomer, statsByCustomer } from './customers.present.rules.ts';

it('a customer without requests has figures of zero and no history', () => {
  expect(statsByCustomer([])(7)).toEqual({ completed: 0, in_progress: 0, pending: 0, total: 0, average_rating: null });
  expect(historyByCustomer([])(7)).toEqual([]);
});

it('each customer gets their own figures', () => {
  const figures = { completed: 1, in_progress: 0, pending: 2, total: 3, average_rating: 4.5 };
  const statsOf = statsByCustomer([{ customer_id: 7, ...figures }]);
  expect(statsOf(7)).toEqual(figures);
  expect(statsOf(8).total).toBe(0);
});

it('each customer gets their own requests, in their order, without whose they are', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const request = { external_id: 'REQ-1', completed_at: null, created_at: at, technician_name: null };
  type Rows = Parameters<typeof historyByCustomer>[0];
  const rows = [
    { ...request, customer_id: 7, id: 2, technician_name: 'Marcus Reyes', completed_at: at },
    { ...request, customer_id: 8, id: 3 },
    { ...request, customer_id: 7, id: 1 },
  ] as unknown as Rows;
  const [newest, older, ...others] = historyByCustomer(rows)(7);
  expect(newest).toEqual({
    id: 2,
    external_id: 'REQ-1',
    assignedTechnician: { name: 'Marcus Reyes' },
    created_at: at.toISOString(),
    completed_at: at.toISOString(),
  });
  expect(older).toMatchObject({ id: 1, assignedTechnician: null, completed_at: null });
  expect(others).toEqual([]);
});
