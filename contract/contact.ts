import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  atLeast,
  chosenRow,
  chosenRows,
  emailText,
  honeypot,
  isReachable,
  longText,
  optionalText,
  pageOf,
  paging,
  pathId,
  requiredText,
  rowId,
  searchText,
  seenVersion,
  time,
  tooDeep,
} from './text.ts';
import { EMAIL_INVALID } from './texts/email.ts';
import { contactStatuses } from './words/contact.ts';
import { BULK_MAX, textLimits } from './words/limits.ts';

/** The contact form (spec §5). */
export const submitContactBody = z
  .strictObject({
    name: requiredText('Name is required', textLimits.name).check(atLeast(2, 'Name must be at least 2 characters')),
    email: emailText('Email is required', EMAIL_INVALID),
    phone: optionalText(textLimits.phone),
    message: requiredText('Message is required', textLimits.contactMessage).check(
      atLeast(10, 'Message must be at least 10 characters'),
    ),
    ...honeypot,
  })
  .meta({
    examples: [
      { name: 'Dana Whitfield', email: 'dana@whitfield.example', message: 'Do you also repair sign lighting?' },
    ],
  });

/** A contact message as staff see it (spec §3). */
export const contactMessage = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  status: z.enum(contactStatuses),
  notes: z.string(),
  created_at: time,
  ip_address: z.string(),
  user_agent: z.string(),
  version: rowId,
});

/** The list truncates messages and notes to this many characters, so that a page of long messages stays small. */
export const CONTACT_PREVIEW = 200;
const preview = z.string().meta({ description: `At most the first ${CONTACT_PREVIEW} characters.` });

/** A contact message in the list. */
const contactSummary = contactMessage.extend({ message: preview, notes: preview });

/** Blank clears the notes. Omitting them is an error. */
const noteText = longText('Notes are required', textLimits.contactNotes);

const statusField = z.enum(contactStatuses, { error: 'Please select a status' });
const chosenContacts = chosenRows(chosenRow, {
  none: 'Please select at least one message',
  tooMany: `At most ${BULK_MAX} messages can be changed at once`,
  twice: 'A message is in the list twice',
});

const params = z.strictObject({ id: pathId });
const readers = ['admin', 'auditor'] as const;
const one = z.object({ data: z.object({ contact: contactMessage }) });
const count = z.int().min(0);

export const contact = {
  submit: endpoint({
    kind: 'json',
    summary: 'Submits the contact form.',
    refuses: [],
    method: 'POST',
    path: '/contact/submit',
    access: 'public',
    body: submitContactBody,
    limit: { calls: 5, seconds: 3600 },
    idempotent: true,
    status: 201,
    response: z.object({ success: z.literal(true), message: z.string() }),
  }),
  list: endpoint({
    kind: 'json',
    summary: 'Lists contact messages, shortened, filtered and paged, with counts by status.',
    refuses: [],
    method: 'GET',
    path: '/contact',
    access: readers,
    query: z
      .strictObject({ status: z.enum(contactStatuses).optional(), search: searchText, ...paging })
      .refine(isReachable, tooDeep),
    response: z.object({
      data: z.object({
        contacts: z.array(contactSummary),
        /** The stat cards (spec §2 Contact Messages). They count all messages and ignore the filters. */
        counts: z.object({ total: count, new: count, contacted: count, resolved: count, spam: count }),
        ...pageOf,
      }),
    }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Returns one contact message.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/contact/:id',
    access: readers,
    params,
    response: one,
  }),
  setStatus: endpoint({
    kind: 'json',
    summary: 'Changes the status of a contact message.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/contact/:id/status',
    access: ['admin'],
    params,
    body: z
      .strictObject({ status: statusField, version: seenVersion })
      .meta({ examples: [{ status: 'contacted', version: 1 }] }),
    response: one,
  }),
  setStatusOfMany: endpoint({
    kind: 'json',
    summary: 'Changes the status of up to 100 contact messages. A refused one does not stop the others.',
    refuses: [],
    method: 'PATCH',
    path: '/contact/bulk/status',
    access: ['admin'],
    body: z
      .strictObject({ contacts: chosenContacts, status: statusField })
      .meta({ examples: [{ contacts: [{ id: 12, version: 1 }], status: 'resolved' }] }),
    /** Refused messages are unchanged. */
    response: z.object({
      done: z.array(z.object({ id: rowId, version: rowId })),
      refused: z.array(z.object({ id: rowId, message: z.string() })),
    }),
  }),
  setNotes: endpoint({
    kind: 'json',
    summary: "Replaces the office's notes on a contact message.",
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/contact/:id/notes',
    access: ['admin'],
    params,
    body: z
      .strictObject({ notes: noteText, version: seenVersion })
      .meta({ examples: [{ notes: 'Called back, quote sent.', version: 2 }] }),
    response: one,
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes a contact message.',
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/contact/:id',
    access: ['admin'],
    params,
    response: z.object({ message: z.string() }),
  }),
};
