import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requestSummary } from './request-answers.ts';
import { historyPaging, isReachable, pageOf, pathId, rowId, searchText, time, tooDeep } from './text.ts';

const count = z.int().min(0);

/** Counts of a customer's requests (spec §2 Customer Management). `pending` includes assigned requests. */
export const customerStats = z.object({
  completed: count,
  in_progress: count,
  pending: count,
  total: count,
  /** Rounded to one decimal; null without ratings. */
  average_rating: z.number().min(1).max(5).nullable(),
});

/** A customer: one per e-mail address (spec §3 Customer). */
export const customer = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  payment_address: z.string().nullable(),
  created_at: time,
});

/** One line of a customer's work history. */
const workHistoryEntry = requestSummary
  .pick({
    id: true,
    external_id: true,
    title: true,
    status: true,
    priority: true,
    assignedTechnician: true,
    rating: true,
    created_at: true,
    completed_at: true,
  })
  .extend({ customer_notes: z.string().nullable() });

const customerWithHistory = customer.extend({ stats: customerStats, requests: z.array(workHistoryEntry) });

/** The list of customers truncates feedback to this many characters. The history of one customer has it in full. */
export const FEEDBACK_LISTED = 100;

const params = z.strictObject({ id: pathId });
const access = ['admin', 'auditor'] as const;

export const customers = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists customers with their request statistics.',
    refuses: [],
    method: 'GET',
    path: '/customers',
    access,
    key: 'customers:read',
    query: z.strictObject({ search: searchText, ...historyPaging }).refine(isReachable, tooDeep),
    /** Each customer has their newest 10 requests, with feedback cut to 100 characters. `stats.total` counts all requests. */
    response: z.object({ customers: z.array(customerWithHistory), ...pageOf }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Returns one customer with their request history.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/customers/:id',
    access,
    key: 'customers:read',
    params,
    /** The history has the newest 200 requests. */
    response: z.object({
      customer: customerWithHistory,
    }),
  }),
  stats: endpoint({
    kind: 'json',
    summary: 'Returns the request statistics of one customer.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/customers/:id/stats',
    access,
    key: 'customers:read',
    params,
    response: z.object({ stats: customerStats }),
  }),
};
