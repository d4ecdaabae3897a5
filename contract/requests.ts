import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requestFile } from './files.ts';
import {
  calendarDate,
  emailText,
  honeypot,
  optionalText,
  pageOf,
  paging,
  pathId,
  requiredText,
  rowId,
  searchText,
  seenVersion,
  seenVersionField,
  time,
  tooLong,
} from './text.ts';
import { trackedRequest, trackingStats, trackingView } from './tracking.ts';
import { ATTACHMENTS_MAX, PHOTOS_MAX, SIGNATURE_MAX_CHARS } from './words/files.ts';
import { textLimits } from './words/limits.ts';
import { periods, priorities, requestTexts, sorts, statuses } from './words/requests.ts';
import { requestChange, requestEvidence, trackingId } from './workflow.ts';

const requestTitle = requiredText('Title is required', textLimits.requestTitle);
const requestDescription = requiredText('Description is required', textLimits.requestDescription);

export const createRequestBody = z
  .strictObject({
    customerName: requiredText('Name is required', textLimits.name),
    customerEmail: emailText('Email is required', 'Please enter a valid email'),
    customerPhone: requiredText('Phone is required', textLimits.phone),
    customerAddress: requiredText('Service address is required', textLimits.address),
    /** Blank means same as the service address. */
    paymentAddress: optionalText(textLimits.address),
    title: requestTitle,
    description: requestDescription,
    priority: z
      .string({ error: 'Please choose low, medium or Emergency' })
      .default('medium')
      .transform((value) => (value.toLowerCase() === 'emergency' ? 'urgent' : value.toLowerCase()))
      .pipe(z.enum(['low', 'medium', 'urgent'], { error: 'Please choose low, medium or Emergency' })),
    service_type: optionalText(textLimits.serviceType),
    ...honeypot,
  })
  .meta({
    examples: [
      {
        customerName: 'Dana Whitfield',
        customerEmail: 'dana@whitfield.example',
        customerPhone: '(407) 555-0111',
        customerAddress: '88 Sample Street, Orlando, FL 32801',
        title: 'Dark parking lot',
        description: 'Four of nine poles have been out since Friday.',
        priority: 'medium',
      },
    ],
  });

const note = optionalText(textLimits.requestNote);
const statusField = z.enum(statuses, { error: requestTexts.chooseStatus });

export const changeStatusBody = z
  .strictObject({ status: statusField, notes: note, version: seenVersion })
  .meta({ examples: [{ status: 'in_progress', notes: 'Parts are on the truck.', version: 3 }] });
export const assignBody = z
  .strictObject({
    technician_id: z
      .int({ error: requestTexts.chooseTechnician })
      .min(1, requestTexts.chooseTechnician)
      .max(2_147_483_647, requestTexts.chooseTechnician),
    notes: note,
    version: seenVersion,
  })
  .meta({ examples: [{ technician_id: 4, notes: 'Bring the tall ladder.' }] });

/** What the office may correct in a request (spec §7 PUT /requests/{id}); what is left out stays as it is. */
export const updateRequestBody = z
  .strictObject({
    title: requestTitle.optional(),
    description: requestDescription.optional(),
    priority: z.enum(priorities, { error: 'Priority is required' }).optional(),
    service_type: optionalText(textLimits.serviceType).nullable().optional(),
    customer_name: requiredText('Name is required', textLimits.name).optional(),
    customer_email: emailText('Email is required', 'Please enter a valid email').optional(),
    customer_phone: requiredText('Phone is required', textLimits.phone).optional(),
    customer_address: requiredText('Service address is required', textLimits.address).optional(),
    payment_address: optionalText(textLimits.address).nullable().optional(),
    version: seenVersion,
  })
  .meta({ examples: [{ priority: 'high', version: 3 }] });

/** A form field is text; JSON may send the number itself. */
const ratingField = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^[0-5]$/)
        .transform(Number),
    ],
    { error: requestTexts.ratingNeeded },
  )
  .pipe(z.int(requestTexts.ratingNeeded).min(0, requestTexts.ratingNeeded).max(5, requestTexts.ratingNeeded));

export const updateWithFilesBody = z
  .strictObject({
    status: statusField,
    notes: note,
    signature: z
      .string()
      .max(SIGNATURE_MAX_CHARS, tooLong(requestTexts.signatureInvalid))
      .regex(/^(data:image\/png;base64,[A-Za-z0-9+/]+=*)?$/, requestTexts.signatureInvalid)
      .optional(),
    rating: ratingField.optional(),
    customer_notes: optionalText(textLimits.feedback),
    version: seenVersionField,
  })
  .meta({ examples: [{ status: 'in_progress', notes: 'Ballast ordered.' }] });

/** Filters of the admin lists (spec §2). Windows and dates are days in the business's time zone; `to` counts to its end. */
export const listRequestsQuery = z
  .strictObject({
    search: searchText,
    status: z.enum(statuses).optional(),
    priority: z.enum(priorities).optional(),
    assignment: z.enum(['assigned', 'unassigned']).optional(),
    period: z.enum(periods).default('all'),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    sort: z.enum(sorts).default('created_desc'),
    ...paging,
  })
  .refine((query) => !(query.from && query.to) || query.from <= query.to, {
    path: ['from'],
    message: requestTexts.dateOrder,
  });

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

/** A request whole, for those who work on it (spec §3 Request). `notes`: entries newest last, split by one blank line. */
export const requestDetail = requestSummary.extend({
  description: z.string(),
  customer,
  customer_notes: z.string().nullable(),
  notes: z.string(),
  files: z.array(requestFile),
  /** Of the present completion, as `rating` and `customer_notes` are. */
  signature: requestFile.nullable(),
  /** Oldest first. */
  history: z.array(requestChange),
  /** Newest first; after a reopening the earlier evidence stays here. */
  evidence: z.array(requestEvidence),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** How many there are (spec §3 Request stats). Cancelled ones count in the total only. */
const requestStats = z.object({
  total: z.int(),
  pending: z.int(),
  assigned: z.int(),
  in_progress: z.int(),
  completed: z.int(),
});

const params = z.strictObject({ id: pathId });
const detailAnswer = z.object({ request: requestDetail });

export const requests = {
  create: endpoint({
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
    method: 'GET',
    path: '/requests',
    access: ['admin', 'auditor'],
    query: listRequestsQuery,
    response: z.object({
      requests: z.array(requestSummary),
      ...pageOf,
    }),
  }),
  listMine: endpoint({
    method: 'GET',
    path: '/requests/assigned/me',
    access: ['technician', 'admin'],
    /** The newest 500, open ones first in the choice; the counts are of all. */
    response: z.object({ requests: z.array(requestSummary), stats: requestStats }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/requests/stats/dashboard',
    access: ['admin', 'auditor'],
    response: z.object({
      stats: requestStats,
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/requests/:id',
    access: ['admin', 'technician', 'auditor'],
    params,
    response: detailAnswer,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/requests/:id',
    access: ['admin'],
    params,
    body: updateRequestBody,
    response: detailAnswer,
  }),
  trackingStats: endpoint({
    method: 'GET',
    path: '/requests/:id/tracking-stats',
    access: ['admin', 'auditor'],
    params,
    response: z.object({ stats: trackingStats, recentTracking: z.array(trackingView) }),
  }),
  assign: endpoint({
    method: 'PATCH',
    path: '/requests/:id/assign',
    access: ['admin'],
    params,
    body: assignBody,
    response: detailAnswer,
  }),
  changeStatus: endpoint({
    method: 'PATCH',
    path: '/requests/:id/status',
    access: ['admin'],
    params,
    body: changeStatusBody,
    response: detailAnswer,
  }),
  updateWithFiles: endpoint({
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
