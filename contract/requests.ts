import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requestFile } from './files.ts';
import {
  assignBody,
  assignManyBody,
  changeStatusBody,
  changeStatusOfManyBody,
  createRequestBody,
  exportRequestsQuery,
  listRequestsQuery,
  unassignBody,
  unassignManyBody,
  updateRequestBody,
  updateWithFilesBody,
} from './request-forms.ts';
import { pageOf, pathId, rowId, time } from './text.ts';
import { trackedRequest, trackingStats, trackingView } from './tracking.ts';
import { ATTACHMENTS_MAX, PHOTOS_MAX } from './words/files.ts';
import { attentions, priorities, statuses } from './words/requests.ts';
import { assignableRoles } from './words/roles.ts';
import { requestChange, requestEvidence, trackingId, unsignedVisit } from './workflow.ts';

const customer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  payment_address: z.string().nullable(),
});

/** A request as lists show it. */
export const requestSummary = z.object({
  id: rowId,
  external_id: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  service_type: z.string().nullable(),
  assigned_to: rowId.nullable(),
  assignedTechnician: z.object({ name: z.string() }).nullable(),
  customer: z.object({ name: z.string(), email: z.string() }),
  rating: z.int().min(1).max(5).nullable(),
  created_at: time,
  updated_at: time,
  completed_at: time.nullable(),
  /** Grows with every change; send it back when editing. */
  version: rowId,
});
export type RequestSummary = z.infer<typeof requestSummary>;

/** A request in its assignee's list, with what a technician on the way needs: whom to call, and where to go. */
const workSummary = requestSummary.extend({ customer: customer.omit({ payment_address: true }) });
export type WorkSummary = z.infer<typeof workSummary>;

/** A complete request, for staff (spec §3 Request). `notes`: entries newest last, split by one blank line. */
export const requestDetail = requestSummary.extend({
  description: z.string(),
  customer,
  customer_notes: z.string().nullable(),
  notes: z.string(),
  files: z.array(requestFile),
  /** Belongs to the current completion, like `rating` and `customer_notes`. */
  signature: requestFile.nullable(),
  /** Oldest first. */
  history: z.array(requestChange),
  /** Newest first; after a reopening the earlier evidence stays here. */
  evidence: z.array(requestEvidence),
  /** Newest first. */
  unsigned_visits: z.array(unsignedVisit),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** The number of requests by status (spec §3 Request stats). Cancelled requests count in the total only. */
const requestStats = z.object({
  total: z.int(),
  pending: z.int(),
  assigned: z.int(),
  in_progress: z.int(),
  completed: z.int(),
});

/**
 * Someone whom requests can be assigned to (spec §6). `open`: their assigned and started requests. `today`: what was given to
 * them since midnight in the business's time zone and is still theirs.
 */
const assignee = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  role: z.enum(assignableRoles),
  base_location: z.string().nullable(),
  open: z.int(),
  today: z.int(),
});
export type Assignee = z.infer<typeof assignee>;

/** What became of each request of a bulk change. Those that were refused are as they were. */
const bulkAnswer = z.object({
  done: z.array(z.object({ id: rowId, version: rowId })),
  refused: z.array(z.object({ id: rowId, external_id: z.string().nullable(), message: z.string() })),
});

const params = z.strictObject({ id: pathId });
const detailAnswer = z.object({ request: requestDetail });

export const requests = {
  create: endpoint({
    kind: 'json',
    summary: "Takes a customer's service request, with up to three files.",
    refuses: [],
    method: 'POST',
    path: '/requests/create',
    access: 'public',
    body: createRequestBody,
    files: { field: 'images', max: ATTACHMENTS_MAX, kind: 'documents' },
    limit: { calls: 10, seconds: 3600 },
    idempotent: true,
    status: 201,
    response: z.object({ request: z.object({ external_id: z.string() }) }),
  }),
  track: endpoint({
    kind: 'json',
    summary: 'Answers where a request stands, to whoever knows its tracking ID.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/track/:id',
    access: 'public',
    params: z.strictObject({ id: trackingId }),
    /** The page's own automatic refresh says so, and is not counted as a view. */
    query: z.strictObject({ refresh: z.literal('1').optional() }),
    limit: { calls: 30, seconds: 60 },
    response: z.object({ request: trackedRequest }),
  }),
  list: endpoint({
    kind: 'json',
    summary: 'Lists requests, filtered, sorted and paged.',
    refuses: [],
    method: 'GET',
    path: '/requests',
    access: ['admin', 'auditor'],
    query: listRequestsQuery,
    response: z.object({ requests: z.array(requestSummary), ...pageOf }),
  }),
  export: endpoint({
    kind: 'export',
    summary: 'Answers the requests of a filtered list as a CSV file.',
    refuses: [],
    method: 'GET',
    path: '/requests/export',
    access: ['admin', 'auditor'],
    query: exportRequestsQuery,
  }),
  assignees: endpoint({
    kind: 'json',
    summary: 'Lists technicians and then admins whom requests can be assigned to, with their load, least first.',
    refuses: [],
    method: 'GET',
    path: '/requests/assignees',
    access: ['admin'],
    response: z.object({ assignees: z.array(assignee) }),
  }),
  listMine: endpoint({
    kind: 'json',
    summary: 'Lists the requests that are assigned to the person signed in, with counts.',
    refuses: [],
    method: 'GET',
    path: '/requests/assigned/me',
    access: ['technician', 'admin'],
    /** The newest 500, open ones first in the choice; the counts are of all. */
    response: z.object({ requests: z.array(workSummary), stats: requestStats }),
  }),
  stats: endpoint({
    kind: 'json',
    summary: 'Counts requests by status.',
    refuses: [],
    method: 'GET',
    path: '/requests/stats/dashboard',
    access: ['admin', 'auditor'],
    response: z.object({ stats: requestStats }),
  }),
  attention: endpoint({
    kind: 'json',
    summary: 'Counts the exceptions that the office looks at first.',
    refuses: [],
    method: 'GET',
    path: '/requests/attention',
    access: ['admin', 'auditor'],
    /** At most `MATCHED_MAX` and one more of each. */
    response: z.object({ attention: z.record(z.enum(attentions), z.int().min(0)) }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Answers one request with its files, notes, history and evidence.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id',
    access: ['admin', 'technician', 'auditor'],
    params,
    response: detailAnswer,
  }),
  update: endpoint({
    kind: 'json',
    summary: 'Corrects what a request says.',
    refuses: ['not_found', 'conflict'],
    method: 'PUT',
    path: '/requests/:id',
    access: ['admin'],
    params,
    body: updateRequestBody,
    response: detailAnswer,
  }),
  trackingStats: endpoint({
    kind: 'json',
    summary: 'Says how often a request was looked up, and from what.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id/tracking-stats',
    access: ['admin', 'auditor'],
    params,
    response: z.object({ stats: trackingStats, recentTracking: z.array(trackingView) }),
  }),
  assign: endpoint({
    kind: 'json',
    summary: 'Assigns a request to a technician.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/requests/:id/assign',
    access: ['admin'],
    params,
    body: assignBody,
    response: detailAnswer,
  }),
  changeStatus: endpoint({
    kind: 'json',
    summary: 'Moves a request to another status.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/requests/:id/status',
    access: ['admin'],
    params,
    body: changeStatusBody,
    response: detailAnswer,
  }),
  unassign: endpoint({
    kind: 'json',
    summary: 'Takes a request back from the person it is assigned to.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/requests/:id/unassign',
    access: ['admin'],
    params,
    body: unassignBody,
    response: detailAnswer,
  }),
  assignMany: endpoint({
    kind: 'json',
    summary: 'Assigns up to 100 requests to one technician, each on its own: a refused one does not stop the others.',
    refuses: [],
    method: 'PATCH',
    path: '/requests/bulk/assign',
    access: ['admin'],
    body: assignManyBody,
    response: bulkAnswer,
  }),
  unassignMany: endpoint({
    kind: 'json',
    summary: 'Takes up to 100 requests back, each on its own: a refused one does not stop the others.',
    refuses: [],
    method: 'PATCH',
    path: '/requests/bulk/unassign',
    access: ['admin'],
    body: unassignManyBody,
    response: bulkAnswer,
  }),
  changeStatusOfMany: endpoint({
    kind: 'json',
    summary: 'Moves up to 100 requests to another status, each on its own: a refused one does not stop the others.',
    refuses: [],
    method: 'PATCH',
    path: '/requests/bulk/status',
    access: ['admin'],
    body: changeStatusOfManyBody,
    response: bulkAnswer,
  }),
  updateWithFiles: endpoint({
    kind: 'json',
    summary: 'Updates a work order: status, notes, photos, and what completes it.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/requests/:id/update-with-files',
    access: ['technician', 'admin'],
    params,
    body: updateWithFilesBody,
    files: { field: 'images', max: PHOTOS_MAX, kind: 'images' },
    idempotent: true,
    response: detailAnswer,
  }),
};
