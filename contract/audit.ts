import { z } from 'zod';
import { auditActionNames } from './audit-actions.ts';
import { auditVerdict } from './audit-verdict.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, pathId, rowId, searchText, time } from './text.ts';
import { auditEntities } from './words/audit.ts';
import { requestTexts } from './words/requests.ts';
import { roles } from './words/roles.ts';

/** The number of an event, as a string because it may exceed 2^53. */
const eventNumber = z.string();
const eventNumberField = z.string().regex(/^[1-9]\d{0,17}$/, 'Not a valid number of an event');

/** The filters shared by the list and the export of the trail. */
export const auditFilters = {
  search: searchText,
  /** A user id, or `visitor` for everyone who was not signed in. */
  actor: z.union([z.literal('visitor'), pathId]).optional(),
  action: z.enum(auditActionNames).optional(),
  entity: z.enum(auditEntities).optional(),
  entity_id: pathId.optional(),
  /** Days in the business's time zone; `to` is included. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

/** Checks shared by both queries: an id needs an entity type, and a range of days must not run backwards. */
const checked = <
  Q extends { entity?: unknown; entity_id?: unknown; from?: string | undefined; to?: string | undefined },
>(
  query: z.ZodType<Q>,
) =>
  query
    .refine(({ entity, entity_id }) => entity_id === undefined || entity !== undefined, {
      path: ['entity'],
      message: 'Say what kind of thing the id belongs to',
    })
    .refine(({ from, to }) => !(from && to) || from <= to, { path: ['from'], message: requestTexts.dateOrder });

const exportQuery = checked(z.strictObject(auditFilters));
const listQuery = checked(
  z.strictObject({
    ...auditFilters,
    /** The number of the last event on the previous page; omitted for the newest page. */
    cursor: eventNumberField.optional(),
  }),
);

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** Any JSON value. z.json() is recursive, which the OpenAPI document cannot resolve. */
const json = z.custom<Json>();
const content = z.record(z.string(), json).nullable();

/** An audit trail entry in the list. */
const auditEntry = z.object({
  id: eventNumber,
  /** Null when someone with access to the database stored a time outside the calendar. */
  at: time.nullable(),
  actor: z.object({ id: z.int().nullable(), name: z.string(), role: z.enum(roles).nullable() }),
  /** A string, not an enum: an old entry may have an action that this version does not know. */
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  /** The current name of the entry's subject; null when the subject is deleted or has no name. */
  thing: z.object({ name: z.string(), title: z.string().nullable() }).nullable(),
  /** The last name that the trail recorded for a deleted subject; null when it still exists or the trail has no name. */
  known_as: z.string().nullable(),
  /** The names of the fields that changed. */
  changed: z.array(z.string()),
  /** The changed fields with short values. Long texts are cut. */
  before: content,
  after: content,
  ip: z.string(),
  /** Whether the entry is part of the keyed chain. A new entry is sealed within about a second. */
  sealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** An audit trail entry in full. */
const auditEntryDetail = auditEntry.omit({ changed: true }).extend({
  user_agent: z.string(),
  /** What the list has of the change: the sentence of an entry is the same everywhere. */
  summary: auditEntry.pick({ changed: true, before: true, after: true }),
});

/** The names of the users that entries refer to by id, in `assigned_to` and in export filters, including deleted users. */
const people = z.array(z.object({ id: rowId, name: z.string() }));

/** A requested verification of the whole trail. One of the instances runs it in the background. */
const auditVerification = z.object({
  id: rowId,
  /** `failed`: it ended without a verdict, because of an error or because its instance stopped. */
  state: z.enum(['running', 'done', 'failed']),
  started_at: time,
  started_by: z.object({ id: rowId, name: z.string() }),
  finished_at: time.nullable(),
  /** The number of sealed events checked so far. `total` is how many there were at the start. */
  checked: z.int(),
  total: z.int(),
  /** Set once the verification is done. */
  verdict: auditVerdict.nullable(),
});
export type AuditVerification = z.infer<typeof auditVerification>;

const readers = ['admin', 'auditor'] as const;
const count = z.int().min(0);

export const audit = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists audit trail entries, newest first, one page at a time.',
    refuses: [],
    method: 'GET',
    path: '/audit',
    access: readers,
    query: listQuery,
    response: z.object({
      /** At most `AUDIT_PAGE_ROWS`, and fewer when the entries are large. */
      entries: z.array(auditEntry),
      people,
      /** Whether the search matches so many requests or messages that only entries about the newest of them are listed. */
      more_match: z.boolean(),
      /** The cursor of the next page; null when there are no older entries. */
      next_cursor: eventNumber.nullable(),
    }),
  }),
  actors: endpoint({
    kind: 'json',
    summary: 'Lists everyone with entries in the audit trail, including deleted users.',
    refuses: [],
    method: 'GET',
    path: '/audit/actors',
    access: readers,
    response: z.object({
      actors: z.array(z.object({ id: rowId, name: z.string(), role: z.enum(roles), is_deleted: z.boolean() })),
    }),
  }),
  export: endpoint({
    kind: 'export',
    summary: 'Exports the audit trail entries that match the filters as a CSV file, newest first.',
    refuses: [],
    method: 'GET',
    path: '/audit/export',
    access: readers,
    query: exportQuery,
  }),
  overview: endpoint({
    kind: 'json',
    summary: 'Returns counts of stored records and the result of the latest audit trail verification.',
    refuses: [],
    method: 'GET',
    path: '/audit/overview',
    access: readers,
    response: z.object({
      requests: z.object({
        total: count,
        pending: count,
        assigned: count,
        in_progress: count,
        completed: count,
        cancelled: count,
      }),
      users: z.object({ total: count, active: count }),
      customers: count,
      contact_messages: z.object({ total: count, new: count, contacted: count, resolved: count, spam: count }),
      /** The number of audit trail entries. */
      events: count,
      verification: auditVerification.nullable(),
    }),
  }),
  startVerification: endpoint({
    kind: 'json',
    summary: 'Starts verifying the whole audit trail in the background, or returns the verification already running.',
    refuses: [],
    method: 'POST',
    path: '/audit/verifications',
    access: readers,
    response: z.object({ verification: auditVerification }),
  }),
  verification: endpoint({
    kind: 'json',
    summary: 'Returns the progress or result of the latest audit trail verification.',
    refuses: [],
    method: 'GET',
    path: '/audit/verifications/latest',
    access: readers,
    response: z.object({ verification: auditVerification.nullable() }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Returns one audit trail entry in full.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/audit/:id',
    access: readers,
    params: z.strictObject({ id: eventNumberField }),
    response: z.object({ entry: auditEntryDetail, people }),
  }),
};
