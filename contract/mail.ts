import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  emailOrBlank,
  emailText,
  isReachable,
  longText,
  paging,
  pathId,
  rowId,
  searchText,
  seenVersion,
  time,
  tooDeep,
} from './text.ts';
import { USER_EMAIL_INVALID } from './texts/email.ts';
import { businessLimits } from './words/limits.ts';
import { mailKinds, mailStates, switchableMailKinds } from './words/mail.ts';

/** No line breaks or control characters, which could start another header (threats T44). */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const mailChoices = {
  /** The kinds of mail that are switched off. */
  switched_off: z
    .array(z.enum(switchableMailKinds, { error: 'Not a kind of mail that can be switched off' }))
    .max(switchableMailKinds.length)
    .transform((kinds) => switchableMailKinds.filter((kind) => kinds.includes(kind))),
  /** Blank for the business's name. */
  sender_name: longText('Must be text', businessLimits.name).regex(ONE_LINE, 'Must be one line of text'),
  /** Blank for the address in MAIL_FROM or, without one, the business's address. */
  sender_address: emailOrBlank(USER_EMAIL_INVALID),
  /** The Reply-To address. Blank for the business's address. */
  reply_to: emailOrBlank(USER_EMAIL_INVALID),
};

/** How mails are currently delivered. */
const mailRoute = z.object({
  /** `files`: no mail server is configured, and mails are saved in the data folder. */
  to: z.enum(['server', 'files']),
  /** The host and port of the mail server; null without one. */
  server: z.string().nullable(),
});

/** The mail settings, with the defaults for blank fields. */
const mailSettings = z.object({
  switched_off: z.array(z.enum(switchableMailKinds)),
  sender_name: z.string(),
  sender_address: z.string(),
  reply_to: z.string(),
  version: rowId,
  updated_at: time,
  defaults: z.object({ sender_name: z.string(), sender_address: z.string(), reply_to: z.string() }),
  route: mailRoute,
});
export type MailSettings = z.infer<typeof mailSettings>;

/** The settings as the audit trail records them. */
export const mailChoicesStored = z.object({
  switched_off: z.array(z.string()),
  sender_name: z.string(),
  sender_address: z.string(),
  reply_to: z.string(),
});

export const updateMailSettingsBody = z.strictObject({ ...mailChoices, version: seenVersion }).meta({
  examples: [
    {
      switched_off: ['contact_received'],
      sender_name: 'Example Lighting',
      sender_address: 'service@lighting.example',
      reply_to: '',
      version: 1,
    },
  ],
});

export const testMailBody = z
  .strictObject({ to: emailText(USER_EMAIL_INVALID, USER_EMAIL_INVALID) })
  .meta({ examples: [{ to: 'office@example.com' }] });

/** A mail in the send log. Its text is not kept. */
const loggedMail = z.object({
  id: rowId,
  /** A string, not an enum: a newer release may have added a mail of another kind. */
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  tries: z.int(),
  /** The mail server's response to the last attempt, or why there was none. */
  answer: z.string().nullable(),
  created_at: time,
  tried_at: time.nullable(),
  /** Null unless the mail is waiting. */
  next_try_at: time.nullable(),
  /** When it was sent, kept or given up. */
  done_at: time.nullable(),
  /** When the office set a failed mail aside: it no longer counts as trouble. Null until then. */
  set_aside_at: time.nullable(),
  /** The request that the mail is about. */
  request: z.object({ id: rowId, external_id: z.string() }).nullable(),
});
export type LoggedMail = z.infer<typeof loggedMail>;

const once = z.string().optional().catch(undefined);
const desk = ['admin'] as const;

export const mail = {
  settings: endpoint({
    kind: 'json',
    summary: 'Returns the mail settings and how mails are delivered.',
    refuses: [],
    method: 'GET',
    path: '/mail/settings',
    access: desk,
    response: z.object({ settings: mailSettings }),
  }),
  updateSettings: endpoint({
    kind: 'json',
    summary: 'Replaces the mail settings.',
    refuses: ['conflict'],
    method: 'PUT',
    path: '/mail/settings',
    access: desk,
    body: updateMailSettingsBody,
    edits: ['sender_name', 'sender_address', 'reply_to'],
    response: z.object({ settings: mailSettings }),
  }),
  state: endpoint({
    kind: 'json',
    summary:
      'Returns whether mails go to a mail server, how many failed and are not set aside, and how many are waiting.',
    refuses: [],
    method: 'GET',
    path: '/mail/state',
    access: desk,
    response: z.object({ route: mailRoute, failed: z.int(), waiting: z.int() }),
  }),
  sendTest: endpoint({
    kind: 'json',
    summary: 'Sends a test mail immediately and returns the response of the mail server.',
    refuses: [],
    method: 'POST',
    path: '/mail/test',
    access: desk,
    body: testMailBody,
    limit: { calls: 20, seconds: 600 },
    response: z.object({ mail: loggedMail }),
  }),
  previews: endpoint({
    kind: 'json',
    summary: 'Lists every kind of mail with its subject, plain text and short-lived preview path.',
    refuses: [],
    method: 'GET',
    path: '/mail/previews',
    access: desk,
    response: z.object({
      previews: z.array(z.object({ kind: z.enum(mailKinds), subject: z.string(), text: z.string(), path: z.string() })),
    }),
  }),
  /** The signature in the path grants access, so that an iframe needs no header. The preview shows made-up people only. */
  preview: endpoint({
    kind: 'download',
    summary: 'Returns the mail preview at a signed path: a page without scripts, with made-up content.',
    refuses: ['forbidden'],
    method: 'GET',
    path: '/mail/previews/:kind',
    access: 'public',
    params: z.object({ kind: z.string() }),
    query: z.object({ exp: once, sig: once }),
  }),
  list: endpoint({
    kind: 'json',
    summary: 'Lists the send log, newest first, one page at a time.',
    refuses: [],
    method: 'GET',
    path: '/mail/log',
    access: desk,
    query: z
      .strictObject({ state: z.enum(mailStates).optional(), search: searchText, ...paging })
      .refine(isReachable, tooDeep),
    response: z.object({
      mails: z.array(loggedMail),
      /** The number of mails in the log with the given state and all words of the search in recipient or tracking ID. */
      total: z.int(),
      page: z.int(),
      limit: z.int(),
    }),
  }),
  sendAgain: endpoint({
    kind: 'json',
    summary: 'Resends a mail that failed or was saved as a file.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/mail/log/:id/send-again',
    access: desk,
    params: z.strictObject({ id: pathId }),
    response: z.object({ mail: loggedMail }),
  }),
  setAside: endpoint({
    kind: 'json',
    summary: 'Stops counting a failed mail as trouble. The mail stays in the send log and can be sent again.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/mail/log/:id/set-aside',
    access: desk,
    params: z.strictObject({ id: pathId }),
    response: z.object({ mail: loggedMail }),
  }),
};
