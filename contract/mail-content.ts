import { z } from 'zod';
import { calendarDate, rowId, time } from './text.ts';
import type { MailKind } from './words/mail.ts';
import { priorities, statuses } from './words/requests.ts';
import { roles } from './words/roles.ts';

const request = { external_id: z.string(), title: z.string() };

/** The content of each kind of mail as the outbox stores it: plain JSON without secrets. */
export const mailContents = {
  /** `by_staff`: whether the office entered the request. Otherwise a stranger wrote its texts, and may have given somebody else's address. */
  request_received: z.object({
    name: z.string(),
    ...request,
    priority: z.enum(priorities),
    service_type: z.string().nullable().default(null),
    by_staff: z.boolean().default(false),
  }),
  status_changed: z.object({ name: z.string(), ...request, status: z.enum(statuses), at: time }),
  request_completed: z.object({ name: z.string(), ...request, at: time }),
  request_assigned: z.object({
    name: z.string(),
    ...request,
    request_id: rowId,
    priority: z.enum(priorities),
    description: z.string(),
    customer: z.object({ name: z.string(), phone: z.string(), address: z.string() }),
    note: z.string().nullable(),
  }),
  contact_received: z.object({ name: z.string() }),
  password_reset: z.object({ name: z.string() }),
  invitation: z.object({ name: z.string(), role: z.enum(roles), invited_by: z.string() }),
  /** `month`: its first day. */
  monthly_report: z.object({ name: z.string(), month: calendarDate }),
  test: z.object({ name: z.string() }),
} satisfies Record<MailKind, z.ZodObject>;

/** A mail's kind with its content. */
export type MailContent = { [K in MailKind]: { kind: K } & z.output<(typeof mailContents)[K]> }[MailKind];
export type ContentOf<K extends MailKind> = Extract<MailContent, { kind: K }>;
