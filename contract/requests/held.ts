import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requestFile } from '../files.ts';
import { storedFields } from '../request-answers.ts';
import { isReachable, pageOf, paging, pathId, rowId, time, tooDeep } from '../text.ts';
import { priorities } from '../words/requests.ts';

/** How long a request is held, in days. Then it is deleted. */
export const HELD_DAYS = 30;

export const heldOutcomes = ['accepted', 'deleted', 'expired'] as const;

/** What the second of two people learns. */
export const heldTexts: Record<(typeof heldOutcomes)[number], (by: string) => string> = {
  accepted: (by) => `${by} has already accepted this request. It is in All Requests now.`,
  deleted: (by) => `${by} has already deleted this request.`,
  expired: () => `This request was deleted after ${HELD_DAYS} days.`,
};

/** A request that waits for the office, because it came with something in the form's hidden field. */
export const heldRequest = z.object({
  id: rowId,
  external_id: z.string(),
  ...storedFields,
  priority: z.enum(priorities),
  /** What the hidden field had. */
  hidden_text: z.string(),
  created_at: time,
  files: z.array(requestFile),
});
export type HeldRequest = z.infer<typeof heldRequest>;

const params = z.strictObject({ id: pathId });
const readers = ['admin', 'auditor'] as const;

export const heldRequests = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists held requests with their content and files, newest first.',
    refuses: [],
    method: 'GET',
    path: '/held-requests',
    access: readers,
    query: z.strictObject(paging).refine(isReachable, tooDeep),
    response: z.object({ held: z.array(heldRequest), ...pageOf }),
  }),
  count: endpoint({
    kind: 'json',
    summary: 'Counts held requests.',
    refuses: [],
    method: 'GET',
    path: '/held-requests/count',
    access: readers,
    response: z.object({ count: z.int().min(0) }),
  }),
  accept: endpoint({
    kind: 'json',
    summary: 'Accepts a held request: it is a request from then on, with the same tracking ID and the same time.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/held-requests/:id/accept',
    access: ['admin'],
    params,
    response: z.object({ request: z.object({ id: rowId, external_id: z.string() }) }),
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes a held request and its files. The audit trail keeps its content.',
    refuses: ['not_found', 'conflict'],
    method: 'DELETE',
    path: '/held-requests/:id',
    access: ['admin'],
    params,
    response: z.object({ message: z.string() }),
  }),
};
