import { expect, it } from 'vitest';
import type { RequestDetail } from '#contract/request-answers.ts';
import { updateRequestBody } from '#contract/request-forms.ts';
import { conflictRows } from '#web/lib/forms/conflict-rows.ts';
import {
  changeOf,
  comparedFields,
  correctable,
  correctableOf,
  correctedNames,
  correctionOf,
  correctionTexts,
  isSameRequest,
  lastChangerOf,
} from './request-changes.ts';

const request: RequestDetail = {
  id: 7,
  external_id: 'REQ-AAAAAAAAA-AAAAA',
  title: 'Dark lot',
  status: 'pending',
  priority: 'medium',
  service_type: null,
  assigned_to: null,
  assignedTechnician: null,
  customer: { name: 'Dana', email: 'dana@a.example', phone: '1', address: '88 Street', payment_address: null },
  town: null,
  rating: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
  version: 1,
  description: 'Four poles are out.',
  customer_notes: null,
  contact_message_id: null,
  changed_by: null,
  notes: '1 Jan, Ada\nFirst',
  notes_total: 1,
  files: [],
  files_total: 0,
  history_total: 0,
  signature: null,
  history: [],
  evidence: [],
  unsigned_visits: [],
  refused_work: [],
};

it('names every field that differs, with both values in words', () => {
  const now: RequestDetail = {
    ...request,
    status: 'in_progress',
    priority: 'urgent',
    assigned_to: 3,
    assignedTechnician: { name: 'Tess' },
    customer: { ...request.customer, payment_address: 'PO Box 1' },
    notes: `${request.notes}\n\n2 Jan, Olive\nSecond\n\n3 Jan, Olive\nThird`,
    notes_total: 3,
    rating: 4,
    version: 5,
  };
  expect(conflictRows(comparedFields, request, now)).toEqual([
    { field: 'Status', before: 'Pending', now: 'In Progress' },
    { field: 'Assigned To', before: 'Unassigned', now: 'Tess' },
    { field: 'Priority', before: 'Medium', now: 'Emergency' },
    { field: 'Payment address', before: null, now: 'PO Box 1' },
    { field: 'Customer rating', before: null, now: '4 of 5' },
    { field: 'New notes', before: null, now: 'Second · Third' },
  ]);
});

it('names nothing when only the version differs', () => {
  const later: RequestDetail = { ...request, version: 2 };
  expect(conflictRows(comparedFields, request, later)).toEqual([]);
  expect([isSameRequest(request, later), isSameRequest(request, { ...later, rating: 4 })]).toEqual([true, false]);
});

it('names who made the last change, unless the timeline does not have it', () => {
  const at = '2026-01-02T00:00:00.000Z';
  const history: RequestDetail['history'] = [
    { at: request.created_at, by: null, change: 'status', from: null, to: 'pending', fields: null },
    { at, by: 'Olive', change: 'status', from: 'pending', to: 'in_progress', fields: null },
  ];
  expect(lastChangerOf({ updated_at: at, history })).toBe('Olive');
  const refusal = {
    at: '2026-01-04T00:00:00.000Z',
    by: 'Tina',
    change: 'refusal',
    from: null,
    to: null,
    fields: null,
  } as const;
  expect(lastChangerOf({ updated_at: at, history: [...history, refusal] })).toBe('Olive');
  expect(lastChangerOf({ updated_at: '2026-01-03T00:00:00.000Z', history })).toBeNull();
  expect(lastChangerOf({ updated_at: at, history: [] })).toBeNull();
});

it('shows what the user has entered beside the changes, and beside what it replaces where nobody else has changed it', () => {
  const now: RequestDetail = { ...request, priority: 'high', version: 2 };
  const entered = { Priority: undefined, 'Customer phone': '2', 'Payment address': '', 'Your note': 'Call first' };
  expect(conflictRows(comparedFields, request, now, entered)).toEqual([
    { field: 'Priority', before: 'Medium', now: 'High', mine: undefined },
    { field: 'Customer phone', before: '1', now: '1', mine: '2' },
    { field: 'Payment address', before: null, now: null, mine: '' },
    { field: 'Your note', before: null, now: null, mine: 'Call first' },
  ]);
});

it('a correction has every field that may be corrected, as a text', () => {
  expect(Object.keys(correctableOf(request)).toSorted()).toEqual([...correctable].toSorted());
  expect(Object.keys(updateRequestBody.shape).toSorted()).toEqual([...correctable, 'version'].toSorted());
  expect(correctableOf(request)).toMatchObject({ priority: 'medium', service_type: '', customer_phone: '1' });
});

it('a correction sends only what was changed, and clears what is blank', () => {
  const entered = {
    ...correctableOf(request),
    title: 'Dark sign',
    priority: 'low',
    payment_address: undefined,
  } as const;
  expect(correctionOf(entered, ['title', 'payment_address'])).toEqual({ title: 'Dark sign', payment_address: null });
  expect(correctionOf(entered, [])).toEqual({});
});

it('a correction names what was changed in words', () => {
  const entered = { priority: 'urgent', customer_name: 'Dana W.', service_type: null } as const;
  expect(correctionTexts(entered, ['priority', 'customer_name', 'service_type'])).toEqual({
    Priority: 'Emergency',
    Customer: 'Dana W.',
    Service: '',
  });
});

it('the fields of a correction are named in the order of the details, without one that only a newer server knows', () => {
  expect(correctedNames(['customer_name', 'priority', 'parking', 'title'])).toBe('Title, Customer, Priority');
});

it('a conflict names who changed the fields that collide, also when somebody else made the last change', () => {
  const entry = (by: string, day: number, more: Partial<RequestDetail['history'][number]>) =>
    ({
      at: `2026-01-0${day}T00:00:00.000Z`,
      by,
      change: 'status',
      from: null,
      to: null,
      fields: null,
      ...more,
    }) as const;
  const history = [
    entry('Olive', 2, {}),
    entry('Ada', 3, { change: 'details', fields: ['customer_phone'] }),
    entry('Ben', 4, { change: 'assignment' }),
  ];
  const now = { history, updated_at: '2026-01-04T00:00:00.000Z' };
  const row = (field: string, mine?: string) => ({ field, before: 'one', now: 'other', mine });
  const [status, phone, untouched] = [row('Status', 'mine'), row('Customer phone', 'mine'), row('Assigned To')];
  expect(changeOf(now, [status, untouched])).toEqual({ what: 'the status', by: 'Olive' });
  expect(changeOf(now, [row('Assigned To', 'mine')])).toEqual({ what: 'the assignment', by: 'Ben' });
  expect(changeOf(now, [status, phone])).toEqual({ what: 'the status and the customer phone', by: 'Olive and Ada' });
  expect(changeOf(now, [untouched])).toEqual({ what: 'this request', by: 'Ben' });
  expect(changeOf(now, [row('Title', 'mine')])).toEqual({ what: 'this request', by: 'Ben' });
});
