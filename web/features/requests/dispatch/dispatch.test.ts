import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Assignee, RequestSummary } from '#contract/request-answers.ts';
import { requestQueries } from '../requests.api.ts';
import { requestFilters } from '../requests.filters.ts';
import { afterDispatch, endsMany, patchAssignees, patchLists } from './dispatch.ts';

const row = (fields: Partial<RequestSummary> = {}): RequestSummary => ({
  id: 1,
  external_id: 'REQ-AAAAAAAAA-AAAAA',
  title: 'Dark parking lot',
  status: 'pending',
  priority: 'medium',
  service_type: null,
  assigned_to: null,
  assignedTechnician: null,
  customer: { name: 'Dana', email: 'dana@whitfield.example' },
  town: 'Sanford',
  rating: null,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
  completed_at: null,
  version: 1,
  ...fields,
});
const person = (id: number, open: number): Assignee => ({
  id,
  name: `Tech ${id}`,
  email: `tech-${id}@example.com`,
  role: 'technician',
  base_location: null,
  is_invited: false,
  today: 0,
  open,
});
const assign = (rows: readonly RequestSummary[], to: Assignee) =>
  ({ kind: 'assign', rows, to, isBulk: false }) as const;
const setStatus = (rows: readonly RequestSummary[], to: RequestSummary['status']) =>
  ({ kind: 'status', rows, to, isBulk: false }) as const;

const noFilters = requestFilters.none;

describe('A row after a change', () => {
  it.each([
    ['pending', 'assigned'],
    ['assigned', 'assigned'],
    ['in_progress', 'in_progress'],
    ['completed', 'completed'],
  ] as const)('that was %s is %s when it is assigned', (before, after) => {
    const tina = person(7, 0);
    expect(afterDispatch(row({ status: before }), assign([], tina))).toMatchObject({
      status: after,
      assigned_to: 7,
      assignedTechnician: { name: 'Tech 7' },
    });
  });

  it('has the new status and the same assignee', () => {
    const before = row({ assigned_to: 7, status: 'assigned' });
    expect(afterDispatch(before, setStatus([before], 'cancelled'))).toEqual({ ...before, status: 'cancelled' });
  });
});

describe('A change', () => {
  it('is asked about when it ends more than one request', () => {
    const rows = [row({ id: 1 }), row({ id: 2 })];
    const to = (status: RequestSummary['status'], of = rows) => endsMany(setStatus(of, status));
    expect([to('cancelled'), to('completed')]).toEqual([true, true]);
    expect([to('pending'), to('in_progress'), to('cancelled', rows.slice(1))]).toEqual([false, false, false]);
    expect(endsMany(assign(rows, person(7, 0)))).toBe(false);
  });

  it('is seen in every list in memory', () => {
    const client = new QueryClient();
    const keys = [noFilters, { ...noFilters, page: 2 }].map((filters) => requestQueries.list(filters).queryKey);
    for (const key of keys) {
      client.setQueryData(key, {
        requests: [row(), row({ id: 2 })],
        matched: 2,
        more_match: false,
        total: 2,
        page: 1,
        limit: 50,
      });
    }
    patchLists(client, (one) => (one.id === 2 ? { ...one, status: 'cancelled' } : one));
    for (const key of keys) {
      expect(client.getQueryData(key)?.requests.map(({ status }) => status)).toEqual(['pending', 'cancelled']);
    }
  });

  it('counts to whoever gets the work, and no more to whoever had it', () => {
    const client = new QueryClient();
    const { queryKey } = requestQueries.assignees();
    client.setQueryData(queryKey, [person(7, 1), person(8, 2)]);
    const rows = [row(), row({ id: 2, status: 'in_progress', assigned_to: 8 }), row({ id: 3, status: 'cancelled' })];
    patchAssignees(client, assign(rows, person(7, 1)));
    expect(client.getQueryData(queryKey)?.map(({ open, today }) => [open, today])).toEqual([
      [3, 3],
      [1, 0],
    ]);
  });
});
