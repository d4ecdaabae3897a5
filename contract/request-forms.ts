import { z } from 'zod';
import {
  calendarDate,
  chosenRow,
  chosenRows,
  emailText,
  honeypot,
  isReachable,
  optionalText,
  paging,
  pathId,
  requiredText,
  searchText,
  seenVersion,
  seenVersionField,
  tooDeep,
  tooLong,
} from './text.ts';
import { EMAIL_INVALID } from './texts/email.ts';
import { SIGNATURE_MAX_CHARS } from './words/files.ts';
import { textLimits } from './words/limits.ts';
import { type RequestField, requestFields, type SentField } from './words/request-fields.ts';
import {
  attentionKinds,
  type Priority,
  periods,
  priorities,
  ratingFilters,
  requestTexts,
  signatureKinds,
  sorts,
  statuses,
  unsignedKinds,
} from './words/requests.ts';

const required = (message: string, name: RequestField) => requiredText(message, requestFields[name].limit);
const optional = (name: RequestField) => optionalText(requestFields[name].limit);

/** The customer's fields of a request, for its submission and for corrections by the office. */
const told = {
  title: required('Title is required', 'title'),
  service_type: optional('service_type'),
  description: required('Description is required', 'description'),
  customer_name: required('Name is required', 'customer_name'),
  customer_email: emailText('Email is required', EMAIL_INVALID),
  customer_phone: required('Phone is required', 'customer_phone'),
  customer_address: required('Service address is required', 'customer_address'),
  /** Blank means the same as the service address. */
  payment_address: optional('payment_address'),
} satisfies Record<RequestField, z.ZodType>;

/** A priority that a form sends. Emergency, in any case, is stored as urgent. */
const chosenPriority = <const P extends readonly Priority[]>(stored: P, error: string) =>
  z
    .string({ error })
    .default('medium')
    .transform((value) => (value.toLowerCase() === 'emergency' ? 'urgent' : value.toLowerCase()))
    .pipe(z.enum(stored, { error }));

/** The fields of the public form, under the names that it sends (spec §5). */
const submitted = {
  customerName: told.customer_name,
  customerEmail: told.customer_email,
  customerPhone: told.customer_phone,
  customerAddress: told.customer_address,
  paymentAddress: told.payment_address,
  title: told.title,
  description: told.description,
  priority: chosenPriority(['low', 'medium', 'urgent'], 'Please choose low, medium or Emergency'),
  service_type: told.service_type,
} satisfies Record<SentField | 'priority', z.ZodType>;
const submission = {
  customerName: 'Dana Whitfield',
  customerEmail: 'dana@whitfield.example',
  customerPhone: '(407) 555-0111',
  customerAddress: '88 Sample Street, Orlando, FL 32801',
  title: 'Dark parking lot',
  description: 'Four of nine poles have been out since Friday.',
  priority: 'medium',
} as const;

export const createRequestBody = z.strictObject({ ...submitted, ...honeypot }).meta({ examples: [submission] });

/** In a form every field is text. */
const messageId = z.union([z.number().transform(String), z.string()], { error: 'Not a valid id' }).pipe(pathId);

/** A request that the office enters for a customer, of any priority, and the contact message that it is made from. */
export const enterRequestBody = z
  .strictObject({
    ...submitted,
    priority: chosenPriority(priorities, 'Please choose low, medium, high or Emergency'),
    contact_message_id: messageId.optional(),
  })
  .meta({ examples: [{ ...submission, contact_message_id: 12 }] });

const note = optionalText(textLimits.requestNote);
const statusField = z.enum(statuses, { error: requestTexts.chooseStatus });

export const changeStatusBody = z
  .strictObject({ status: statusField, notes: note, version: seenVersion })
  .meta({ examples: [{ status: 'in_progress', notes: 'Parts are on the truck.', version: 3 }] });
const technicianId = z
  .int({ error: requestTexts.chooseTechnician })
  .min(1, requestTexts.chooseTechnician)
  .max(2_147_483_647, requestTexts.chooseTechnician);
export const assignBody = z
  .strictObject({ technician_id: technicianId, notes: note, version: seenVersion })
  .meta({ examples: [{ technician_id: 4, notes: 'Bring the tall ladder.' }] });
export const unassignBody = z.strictObject({ notes: note, version: seenVersion }).meta({ examples: [{ version: 3 }] });

/** The requests of a bulk change, each with the version that the user saw. */
const chosenTexts = {
  none: requestTexts.chooseRequests,
  tooMany: requestTexts.tooManyRequests,
  twice: requestTexts.chosenTwice,
};
const chosenRequests = chosenRows(chosenRow, chosenTexts);
export const assignManyBody = z
  .strictObject({ requests: chosenRequests, technician_id: technicianId, notes: note })
  .meta({ examples: [{ requests: [{ id: 12, version: 3 }], technician_id: 4 }] });
export const unassignManyBody = z
  .strictObject({ requests: chosenRequests, notes: note })
  .meta({ examples: [{ requests: [{ id: 12, version: 3 }] }] });
export const changeStatusOfManyBody = z
  .strictObject({ requests: chosenRequests, status: statusField, notes: note })
  .meta({ examples: [{ requests: [{ id: 12, version: 3 }], status: 'cancelled' }] });

export const restoreManyBody = z
  .strictObject({
    requests: chosenRows(chosenRow.extend({ assigned_to: technicianId.nullable(), status: statusField }), chosenTexts),
  })
  .meta({ examples: [{ requests: [{ id: 12, version: 4, assigned_to: null, status: 'pending' }] }] });

/** The request fields that the office may correct (spec §7 PUT /requests/{id}). Omitted fields are unchanged. */
export const updateRequestBody = z
  .strictObject({
    title: told.title.optional(),
    description: told.description.optional(),
    priority: z.enum(priorities, { error: 'Priority is required' }).optional(),
    service_type: told.service_type.nullable().optional(),
    customer_name: told.customer_name.optional(),
    customer_email: told.customer_email.optional(),
    customer_phone: told.customer_phone.optional(),
    customer_address: told.customer_address.optional(),
    payment_address: told.payment_address.nullable().optional(),
    version: seenVersion,
  } satisfies Record<RequestField | 'priority' | 'version', z.ZodType>)
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

/** A ticked box. A form field is text; JSON may send the value itself. */
const confirmation = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: requestTexts.unsignedNotConfirmed,
});

export const updateWithFilesBody = z
  .strictObject({
    status: statusField,
    notes: note,
    signature: z
      .string()
      .max(SIGNATURE_MAX_CHARS, tooLong(requestTexts.signatureInvalid))
      .regex(/^(data:image\/png;base64,[A-Za-z0-9+/]+=*)?$/, requestTexts.signatureInvalid)
      .optional(),
    /** How the customer signed; `drawn` by default. */
    signature_kind: z.enum(signatureKinds, { error: requestTexts.signatureKindAlone }).optional(),
    /** The name in a typed signature. */
    signed_name: optionalText(textLimits.name),
    rating: ratingField.optional(),
    customer_notes: optionalText(textLimits.feedback),
    /** Why the visit ended without a signature. The request stays in progress, and the office is notified. */
    unsigned: z.enum(unsignedKinds, { error: requestTexts.unsignedKindNeeded }).optional(),
    unsigned_reason: optionalText(textLimits.requestNote),
    /** The technician's own confirmation. */
    unsigned_confirmed: confirmation.optional(),
    version: seenVersionField,
  })
  .meta({ examples: [{ status: 'in_progress', notes: 'Ballast ordered.' }] });

/** Filters of the office's lists (spec §2). Periods and dates are days in the business's time zone; `to` is included. */
const requestFilters = {
  search: searchText,
  status: z.enum(statuses).optional(),
  /** Excludes requests with this status. */
  without: z.enum(statuses).optional(),
  priority: z.enum(priorities).optional(),
  assignment: z.enum(['assigned', 'unassigned']).optional(),
  period: z.enum(periods).default('all'),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** Only requests that need this kind of attention. */
  attention: z.enum(attentionKinds).optional(),
  /** The town of the service address, in any case; `NO_TOWN` for requests without one. */
  town: optionalText(textLimits.town),
  /** The id of the assigned technician. */
  technician: pathId.optional(),
  /** `OTHER_SERVICE` also matches requests without a service type. */
  service_type: optionalText(textLimits.serviceType),
  /** `any` matches every rated request. */
  rating: z.enum(ratingFilters).optional(),
  sort: z.enum(sorts).default('created_desc'),
};
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !(from && to) || from <= to;
const dateOrder = { path: ['from'], message: requestTexts.dateOrder };

export const listRequestsQuery = z
  .strictObject({ ...requestFilters, ...paging })
  .refine(isInOrder, dateOrder)
  .refine(isReachable, tooDeep);
export const exportRequestsQuery = z.strictObject(requestFilters).refine(isInOrder, dateOrder);
