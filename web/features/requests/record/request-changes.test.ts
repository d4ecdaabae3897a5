import { expect, it } from 'vitest';
import type { RequestDetail } from '#contract/request-answers.ts';
import { changesOf } from './request-changes.ts';

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
  rating: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
  version: 1,
  description: 'Four poles are out.',
  customer_notes: null,
  notes: '1 Jan, Ada\nFirst',
  files: [],
  signature: null,
  history: [],
  evidence: [],
  unsigned_visits: [],
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
    rating: 4,
    version: 5,
  };
  expect(changesOf(request, now)).toEqual([
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
  expect(changesOf(request, later)).toEqual([]);
});
