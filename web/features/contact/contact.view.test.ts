import { describe, expect, it } from 'vitest';
import { contact } from '#contract/contact.ts';
import { type ContactMessage, changesOf, contactFiltersOf, contactParamsOf, contactQueryOf } from './contact.view.ts';

const none = contactFiltersOf(new URLSearchParams());

describe('the filters of contact messages', () => {
  it('are written to the address only when set, and can be read back', () => {
    expect(contactParamsOf(none).size).toBe(0);
    const filters = { search: 'dana & co', status: 'spam', page: 3 } as const;
    expect(contactFiltersOf(contactParamsOf(filters))).toEqual(filters);
  });

  it('ignore values that are not valid', () => {
    expect(contactFiltersOf(new URLSearchParams('status=lost&page=-1&other=1'))).toEqual(none);
    expect(contactFiltersOf(new URLSearchParams(`search=${'x'.repeat(300)}`)).search).toHaveLength(200);
  });

  it('make a query that the contract accepts', () => {
    expect(contact.list.query.parse(contactQueryOf(none))).toEqual({ limit: 25, page: 1 });
    expect(contact.list.query.parse(contactQueryOf({ search: ' pole ', status: 'new', page: 2 }))).toEqual({
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
