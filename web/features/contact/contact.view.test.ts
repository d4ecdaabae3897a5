import { describe, expect, it } from 'vitest';
import { contact } from '#contract/contact.ts';
import { conflictRows } from '#web/lib/forms/conflict-rows.ts';
import { type ContactMessage, comparedFields, contactFilters, nextUnresolved } from './contact.view.ts';

describe('the filters of contact messages', () => {
  it('make a query that the contract accepts', () => {
    expect(contact.list.query.parse(contactFilters.query(contactFilters.none))).toEqual({ limit: 25, page: 1 });
    expect(contact.list.query.parse(contactFilters.query({ search: ' pole ', status: 'new', page: 2 }))).toEqual({
      search: 'pole',
      status: 'new',
      limit: 25,
      page: 2,
    });
  });
});

describe('nextUnresolved', () => {
  const rows = (['new', 'resolved', 'new', 'spam', 'contacted'] as const).map((status, index) => ({
    id: index + 1,
    status,
  }));
  const nextOf = (id: number, among = rows) =>
    nextUnresolved(id, among.slice(among.findIndex((row) => row.id === id) + 1), among);

  it('passes over what is done, and goes on from the top after the last row', () => {
    expect(nextOf(1)).toBe(3);
    expect(nextOf(3)).toBe(5);
    expect(nextOf(5)).toBe(1);
  });

  it('is none when only the open message itself is left, wherever that stands', () => {
    const left = rows.map((row) => (row.id === 3 ? row : { ...row, status: 'resolved' as const }));
    expect(nextOf(3, left)).toBeUndefined();
    expect(nextOf(1, left)).toBe(3);
    expect(nextOf(5, left)).toBe(3);
  });

  it('begins at the top when the open message is not in the list', () => {
    expect(nextUnresolved(77, [], rows)).toBe(1);
    expect(nextUnresolved(77, [], [])).toBeUndefined();
  });
});

describe('the fields that a conflict compares', () => {
  const message: ContactMessage = {
    id: 1,
    name: 'Dana Whitfield',
    email: 'dana@whitfield.example',
    phone: null,
    message: 'Do you also repair sign lighting?',
    status: 'new',
    notes: '',
    created_at: '2026-01-01T00:00:00.000Z',
    ip_address: '192.0.2.7',
    user_agent: 'Test',
    version: 1,
  };

  it('names only what differs', () => {
    expect(conflictRows(comparedFields, message, { ...message, version: 2 })).toEqual([]);
    const now: ContactMessage = { ...message, status: 'contacted', notes: 'Called.', version: 2 };
    expect(conflictRows(comparedFields, message, now)).toEqual([
      { field: 'Status', before: 'New', now: 'Contacted' },
      { field: 'Admin notes', before: '', now: 'Called.' },
    ]);
  });
});
