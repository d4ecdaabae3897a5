import { describe, expect, it } from 'vitest';
import type { CustomerWithHistory } from '#web/features/customers/customers.view.ts';
import { callersOf } from './callers.ts';

const request = (id: number): CustomerWithHistory['requests'][number] => ({
  id,
  external_id: `REQ-${id}`,
  title: `Pole ${id}`,
  status: 'pending',
  priority: 'medium',
  assignedTechnician: null,
  rating: null,
  created_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
  customer_notes: null,
});

const customer = (id: number, phone: string, requests = 0): CustomerWithHistory => ({
  id,
  name: `Customer ${id}`,
  email: `customer-${id}@example.com`,
  phone,
  address: '88 Sample Street',
  payment_address: null,
  created_at: '2026-01-01T00:00:00.000Z',
  stats: { completed: 0, in_progress: 0, pending: requests, total: requests, average_rating: null },
  requests: Array.from({ length: requests }, (_, n) => request(100 - n)),
});

const dana = customer(1, '+1 (689) 555-0180');
const luis = customer(2, '689.555.0180 ext. 4');
const ana = customer(3, '(407) 555-0180');
const callers = (search: string, customers: CustomerWithHistory[], matched = customers.length) =>
  callersOf(search, { customers, matched }).map(({ id }) => id);

describe('who is on the telephone', () => {
  it('is whose number it is, in any spelling', () => {
    for (const number of ['6895550180', '689-555-0180', '+1 689 555 0180', '0180'])
      expect(callers(number, [dana])).toEqual([1]);
  });

  it('is not who has the digits elsewhere', () => expect(callers('0180', [dana, customer(4, 'none')])).toEqual([1]));

  it('is either of two who share a number; nobody knows among three, or when not all are shown', () => {
    expect(callers('6895550180', [dana, luis])).toEqual([1, 2]);
    expect(callers('0180', [dana, luis, ana])).toEqual([]);
    expect(callers('0180', [dana], 2)).toEqual([]);
  });

  it('is the only one who is found, by whatever word', () => {
    expect(callers('whitfield', [dana])).toEqual([1]);
    expect(callers('2026', [customer(4, 'none')])).toEqual([4]);
    expect(callers('whitfield', [dana, luis])).toEqual([]);
    expect(callers('whitfield', [])).toEqual([]);
  });

  it('has the newest five requests', () => {
    const [caller] = callersOf('dana', { customers: [customer(1, '', 7)], matched: 1 });
    expect(caller?.requests.map(({ id }) => id)).toEqual([100, 99, 98, 97, 96]);
    expect(caller?.stats.total).toBe(7);
  });
});
