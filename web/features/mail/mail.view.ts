import { type MailSettings, mail } from '#contract/mail.ts';
import type { MailKind, mailStates } from '#contract/words/mail.ts';
import { addressCodec } from '#web/lib/address-codec.ts';
import type { ShownField } from '#web/lib/forms/conflict-rows.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';

type MailState = (typeof mailStates)[number];

export const kindLabels: Record<MailKind, string> = {
  request_received: 'Request received',
  status_changed: 'Status changed',
  request_completed: 'Work completed',
  request_assigned: 'Work order assigned',
  contact_received: 'Contact message received',
  password_reset: 'New password',
  invitation: 'Invitation',
  monthly_report: 'Monthly report',
  test: 'Test mail',
};

/** Whom a mail goes to. */
/** A kind that only a newer release knows shows its own name. */
export const kindLabel = (kind: string): string => kindLabels[kind as MailKind] ?? kind;

export const kindReaders: Record<MailKind, string> = {
  request_received: 'To the customer, with the tracking link',
  status_changed: 'To the customer, with each new status',
  request_completed: 'To the customer, when the work is done',
  request_assigned: 'To the technician, with the address and the phone number',
  contact_received: 'To the sender of a contact message',
  password_reset: 'To staff who forgot their password',
  invitation: 'To new staff',
  monthly_report: 'To admins who asked for it, on the first day of a month',
  test: 'To whom you choose',
};

export const stateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Kept as File',
  failed: 'Failed',
};
export const stateTones: Record<MailState, Tone> = {
  waiting: 'info',
  sent: 'success',
  kept: 'warning',
  failed: 'danger',
};

export const PAGE_SIZE = 50;

/** The filters of the send log in its address. */
export const logFilters = addressCodec(mail.list.query.shape, PAGE_SIZE);
export type LogFilters = typeof logFilters.none;

export type MailValues = Pick<MailSettings, 'switched_off' | 'sender_name' | 'sender_address' | 'reply_to'>;

/** The values of the settings form. */
export const valuesOf = ({ switched_off, sender_name, sender_address, reply_to }: MailSettings): MailValues => ({
  switched_off,
  sender_name,
  sender_address,
  reply_to,
});

/** What a conflict compares. */
export const shownFields: readonly ShownField<MailValues>[] = [
  { label: 'Sender name', path: 'sender_name' },
  { label: 'Sender address', path: 'sender_address' },
  { label: 'Reply to', path: 'reply_to' },
  {
    label: 'Mails not sent',
    path: 'switched_off',
    text: (kinds: readonly MailKind[]) => kinds.map((kind) => kindLabels[kind]).join(', '),
  },
];
