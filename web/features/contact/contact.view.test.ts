import { describe, expect, it } from 'vitest';
import { contact } from '#contract/contact.ts';
import { type ContactMessage, changesOf, contactFilters } from './contact.view.ts';

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

describe('changesOf', () => {
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
    expect(changesOf(message, { ...message, version: 2 })).toEqual([]);
    expect(changesOf(message, { ...message, status: 'contacted', notes: 'Called.', version: 2 })).toEqual([
      { field: 'Status', before: 'New', now: 'Contacted' },
      { field: 'Admin notes', before: '', now: 'Called.' },
    ]);
  });
});
