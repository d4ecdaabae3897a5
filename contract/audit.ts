import { z } from 'zod';
import { auditActionNames } from './audit-actions.ts';
import { auditVerdict } from './audit-verdict.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, pathId, rowId, searchText, time } from './text.ts';
import { auditEntities } from './words/audit.ts';
import { requestTexts } from './words/requests.ts';
import { roles } from './words/roles.ts';

/** The number of an event, as text: it may exceed 2^53. */
const eventNumber = z.string();
const eventNumberField = z.string().regex(/^[1-9]\d{0,17}$/, 'Not a valid number of an event');

/** The filters of the trail, for its list and its export. */
export const auditFilters = {
  search: searchText,
  /** The id of a person, or `visitor` for those who were not signed in. */
  actor: z.union([z.literal('visitor'), pathId]).optional(),
  action: z.enum(auditActionNames).optional(),
  entity: z.enum(auditEntities).optional(),
  entity_id: pathId.optional(),
  /** Days in the business's time zone; `to` counts to its end. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

/** What both queries must hold: an id belongs to a kind of thing, and a range of days does not run backwards. */
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
    /** The number of the last event of the page before; left out for the newest page. */
    cursor: eventNumberField.optional(),
  }),
);

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** Whatever PostgreSQL keeps as JSON. z.json() refers to itself, which the OpenAPI document cannot resolve. */
const json = z.custom<Json>();
const content = z.record(z.string(), json).nullable();

/** An entry of the trail as the list shows it. */
const auditEntry = z.object({
  id: eventNumber,
  /** Null when somebody wrote a time into the database that is no date. */
  at: time.nullable(),
  actor: z.object({ id: z.int().nullable(), name: z.string(), role: z.enum(roles).nullable() }),
  /** Text and no closed list: an old entry may have a name that this version does not know. */
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  /** What the entry is about, as it is named now; null when it is deleted or has no name. */
  thing: z.object({ name: z.string(), title: z.string().nullable() }).nullable(),
  /** What the trail itself calls a thing that is deleted; null when it is not, or when the trail has no name of it. */
  known_as: z.string().nullable(),
  /** The names of the fields that changed. */
  changed: z.array(z.string()),
  /** Of the changed fields those with a short value. Texts are cut. */
  before: content,
  after: content,
  ip: z.string(),
  /** Whether the entry is part of the keyed chain; a new one is for about a second not. */
  sealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** An entry with all that it holds. */
const auditEntryDetail = auditEntry.omit({ changed: true }).extend({ user_agent: z.string() });

/** The names of the people whom entries name by id: in `assigned_to`, and in the filters of an export. Deleted ones too. */
const people = z.array(z.object({ id: rowId, name: z.string() }));

/** A check of the whole trail that someone asked for. It runs in the background, on one of the instances. */
const auditVerification = z.object({
  id: rowId,
  /** `failed`: it came to no verdict, because of a fault or because the instance that worked on it is gone. */
  state: z.enum(['running', 'done', 'failed']),
  started_at: time,
  started_by: z.object({ id: rowId, name: z.string() }),
  finished_at: time.nullable(),
  /** Sealed events: how many are checked, of how many there were when it began. */
  checked: z.int(),
  total: z.int(),
  /** Given when it is done. */
  verdict: auditVerdict.nullable(),
});
export type AuditVerification = z.infer<typeof auditVerification>;

const readers = ['admin', 'auditor'] as const;
const count = z.int().min(0);

export const audit = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists the entries of the audit trail, newest first, a page at a time.',
    refuses: [],
    method: 'GET',
    path: '/audit',
    access: readers,
    query: listQuery,
    response: z.object({
      /** At most `AUDIT_PAGE_ROWS`; fewer when they are large. */
      entries: z.array(auditEntry),
      people,
      /** The search finds so many requests or messages that only the entries about the newest of them are listed. */
      more_match: z.boolean(),
      /** For the next page; null when there are no older entries. */
      next_cursor: eventNumber.nullable(),
    }),
  }),
  actors: endpoint({
    kind: 'json',
    summary: 'Lists the people who have entries in the audit trail, deleted ones included.',
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
    summary: 'Returns the entries that match the filters as a CSV file, newest first.',
    refuses: [],
    method: 'GET',
    path: '/audit/export',
    access: readers,
    query: exportQuery,
  }),
  overview: endpoint({
    kind: 'json',
    summary: 'Returns counts of what is stored, and the result of the latest verification of the audit trail.',
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
      /** Entries of the audit trail. */
      events: count,
      verification: auditVerification.nullable(),
    }),
  }),
  startVerification: endpoint({
    kind: 'json',
    summary: 'Starts a verification of the whole audit trail in the background, or returns the one that is running.',
    refuses: [],
    method: 'POST',
    path: '/audit/verifications',
    access: readers,
    response: z.object({ verification: auditVerification }),
  }),
  verification: endpoint({
    kind: 'json',
    summary: 'Returns the progress or the result of the latest verification of the audit trail.',
    refuses: [],
    method: 'GET',
    path: '/audit/verifications/latest',
    access: readers,
    response: z.object({ verification: auditVerification.nullable() }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Returns one entry of the audit trail in full.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/audit/:id',
    access: readers,
    params: z.strictObject({ id: eventNumberField }),
    response: z.object({ entry: auditEntryDetail, people }),
  }),
};
