import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { FieldError } from './errors.ts';
import { ATTACHMENTS_MAX, PHOTOS_MAX, requestFile } from './files.ts';
import type { Role } from './roles.ts';
import { calendarDate, emailText, optionalText, pathId, requiredText, rowId, searchText, time } from './text.ts';

export const statuses = ['pending', 'assigned', 'in_progress', 'completed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];
/** What the public form offers; Emergency (any case) is stored as urgent. */
export const publicPriorities = ['low', 'medium', 'Emergency'] as const;

/** Who may move a request from which status to which (spec §4): the server's check and the drop-downs read this table. */
const byTechnician = ['assigned', 'in_progress', 'completed', 'cancelled'] as const;
const fromAny = (to: readonly Status[]): Record<Status, readonly Status[]> => ({
  pending: to,
  assigned: to,
  in_progress: to,
  completed: to,
  cancelled: to,
});
export const statusMoves: Record<Role, Record<Status, readonly Status[]>> = {
  admin: fromAny(statuses),
  technician: fromAny(byTechnician),
  auditor: fromAny([]),
};

export const requestTexts = {
  chooseStatus: 'Please select a status',
  chooseTechnician: 'Please select a technician',
  evidenceNeeded: 'Please collect client signature and rating to complete the case',
  signatureNeeded: 'Client signature is required to complete the case',
  ratingNeeded: 'Client rating (1-5 stars) is required to complete the case',
  signatureInvalid: 'The signature must be a PNG image',
  dateOrder: 'Start date cannot be after end date',
} as const;

/** A signature travels as a PNG data URL of at most 200 kB. */
export const SIGNATURE_MAX_CHARS = 200_000;

/**
 * What is missing to complete a request (spec §5, technician update), in the order the texts are shown.
 * @param evidence what the form holds: the signature's data URL and the stars, 0 when none are set
 */
export function missingEvidence(evidence: {
  signature?: string | undefined;
  rating?: number | undefined;
}): FieldError[] {
  const missing: FieldError[] = [];
  if (!evidence.signature) missing.push({ field: 'signature', message: requestTexts.signatureNeeded });
  if (!evidence.rating) missing.push({ field: 'rating', message: requestTexts.ratingNeeded });
  return missing;
}

/** REQ-XXXXXXXXX-XXXXX; compared without case (spec §2 Track). */
export const trackingId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/, 'Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX');

export const createRequestBody = z.strictObject({
  customerName: requiredText('Name is required', 100),
  customerEmail: emailText('Email is required', 'Please enter a valid email'),
  customerPhone: requiredText('Phone is required', 40),
  customerAddress: requiredText('Service address is required', 300),
  /** Blank means same as the service address. */
  paymentAddress: optionalText(300),
  title: requiredText('Title is required', 150),
  description: requiredText('Description is required', 5000),
  priority: z
    .string({ error: 'Priority is required' })
    .transform((value) => (value.toLowerCase() === 'emergency' ? 'urgent' : value.toLowerCase()))
    .pipe(z.enum(['low', 'medium', 'urgent'], { error: 'Please choose low, medium or Emergency' })),
  service_type: optionalText(60),
});

const note = optionalText(2000);
const statusField = z.enum(statuses, { error: requestTexts.chooseStatus });

export const changeStatusBody = z.strictObject({ status: statusField, notes: note });
export const assignBody = z.strictObject({
  technician_id: z
    .int({ error: requestTexts.chooseTechnician })
    .min(1, requestTexts.chooseTechnician)
    .max(2_147_483_647, requestTexts.chooseTechnician),
  notes: note,
});

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

export const updateWithFilesBody = z.strictObject({
  status: statusField,
  notes: note,
  signature: z
    .string()
    .max(SIGNATURE_MAX_CHARS, requestTexts.signatureInvalid)
    .regex(/^(data:image\/png;base64,[A-Za-z0-9+/]+=*)?$/, requestTexts.signatureInvalid)
    .optional(),
  rating: ratingField.optional(),
  customer_notes: optionalText(2000),
});

export const periods = ['all', 'today', 'last_7_days', 'last_30_days', 'custom'] as const;
export const sorts = ['created_desc', 'created_asc'] as const;

const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'Must be a whole number of at least 1')
  .transform(Number);

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
    limit: pageNumber.refine((n) => n <= 200, 'Must be at most 200').default(50),
    page: pageNumber.default(1),
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
});
export type RequestSummary = z.infer<typeof requestSummary>;

/** A request whole, for those who work on it (spec §3 Request). `notes`: entries newest last, split by one blank line. */
export const requestDetail = requestSummary.extend({
  description: z.string(),
  customer,
  customer_notes: z.string().nullable(),
  notes: z.string(),
  files: z.array(requestFile),
  signature: requestFile.nullable(),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** What anyone who knows the tracking ID may see, and nothing else. */
export const trackedRequest = z.object({
  external_id: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  created_at: time,
  updated_at: time,
  completed_at: time.nullable(),
  timeline: z.array(z.object({ status: z.enum(statuses), at: time })),
});
export type TrackedRequest = z.infer<typeof trackedRequest>;

const params = z.strictObject({ id: pathId });
const detailAnswer = z.object({ request: requestDetail });

export const requests = {
  create: endpoint({
    method: 'POST',
    path: '/requests/create',
    access: 'public',
    body: createRequestBody,
    files: { field: 'images', max: ATTACHMENTS_MAX, kind: 'documents' },
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
    response: z.object({ request: trackedRequest }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/requests',
    access: ['admin', 'auditor'],
    query: listRequestsQuery,
    response: z.object({
      requests: z.array(requestSummary),
      /** How many match the filters, and how many there are at all. */
      matched: z.int(),
      total: z.int(),
      page: z.int(),
      limit: z.int(),
    }),
  }),
  listMine: endpoint({
    method: 'GET',
    path: '/requests/assigned/me',
    access: ['technician', 'admin'],
    response: z.object({ requests: z.array(requestSummary) }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/requests/stats/dashboard',
    access: ['admin', 'auditor'],
    response: z.object({
      stats: z.object({
        total: z.int(),
        pending: z.int(),
        assigned: z.int(),
        in_progress: z.int(),
        completed: z.int(),
      }),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/requests/:id',
    access: ['admin', 'technician', 'auditor'],
    params,
    response: detailAnswer,
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
    response: detailAnswer,
  }),
};
