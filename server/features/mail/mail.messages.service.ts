import type { z } from 'zod';
import { type MailContent, mailContents } from '#contract/mail-content.ts';
import { cleanEmail } from '#contract/texts/email.ts';
import type { Deps } from '#server/deps.ts';
import { readStoredJson, UnreadableJson } from '#server/lib/stored/stored-json.ts';
import type { Attachment, Message } from '#server/mail.ts';
import { addressOfLink } from '../auth/auth.links.service.ts';
import { printMonth } from '../reports/reports.monthly.service.ts';
import { customerCopy } from '../work-orders/work-orders.service.ts';
import type { MailRow } from './mail.outbox.repo.ts';
import type { SettingsRow } from './mail.repo.ts';
import { greetingName, oneLine, pageOf } from './mail.rules.ts';

/** A single address that no mail program can parse as several addresses or as a display name; also one that forms refuse by now. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** The mail can no longer be written. The send log shows the reason. */
export class CannotWrite extends Error {}
/** A release with other content stored the mail. An instance of that release may still take it. */
export class StoredByAnother extends CannotWrite {}
/** A mail whose news does not hold any more. */
export class Outdated extends Error {}

/** The parts of a mail besides its text: the absolute URL of its main link, and attachments. */
type Extras = { link?: string; attachments?: readonly Attachment[] };

/** @throws StoredByAnother when the stored content lacks what this release writes from */
function contentOf<K extends MailRow['kind']>(kind: K, { content }: MailRow) {
  // The compiler can't tell that the schema of a kind has the output of that kind.
  const schema = mailContents[kind] as unknown as z.ZodType<z.output<(typeof mailContents)[K]>>;
  try {
    return readStoredJson({ schema }, content).value;
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    const lacking = error.paths.filter(Boolean).join(', ');
    throw new StoredByAnother(`Another version of Switchboard stored this email. This one can't read: ${lacking}`);
  }
}

/** The link that lets a person choose a password. */
async function chosenLink(deps: Deps, mail: MailRow): Promise<Extras> {
  const link = mail.link_id === null ? null : await addressOfLink(deps, mail.link_id);
  if (!link) throw new CannotWrite('The link of this mail has ended: it was used, replaced or too old');
  return { link };
}

/** The customer's copy of the work order, attached and as a link. */
async function workOrder(deps: Deps, mail: MailRow): Promise<Extras> {
  const copy = mail.request_id === null ? null : await customerCopy(deps, mail.request_id);
  if (!copy) throw new Outdated('the request was reopened before its mail was sent');
  const attachments = [{ filename: copy.name, content: copy.pdf, contentType: 'application/pdf' }];
  return copy.url ? { link: copy.url, attachments } : { attachments };
}

/** The report, made when it is mailed, as it is for the person who opens it then. */
async function monthlyReport(deps: Deps, mail: MailRow): Promise<Extras> {
  const { month } = contentOf('monthly_report', mail);
  const { name, pdf } = await deps.documents.inTurn('mail', () => printMonth(deps, month));
  return { attachments: [{ filename: name, content: pdf, contentType: 'application/pdf' }] };
}

/** The link in the preview of a mail that has one for a single person. */
const sampleLink: Extras = { link: 'https://example.com/reset-password' };
const sampleFile = (filename: string): Extras => ({
  attachments: [{ filename, content: Buffer.alloc(0), contentType: 'application/pdf' }],
});

/**
 * The extra parts of each kind of mail, and the samples in its preview. A kind without an entry has the link of its
 * page, if any (`pageOf`).
 */
const carried: Partial<
  Record<MailRow['kind'], { make: (deps: Deps, mail: MailRow) => Promise<Extras>; sample: Extras }>
> = {
  password_reset: { make: chosenLink, sample: sampleLink },
  invitation: { make: chosenLink, sample: sampleLink },
  request_completed: { make: workOrder, sample: sampleFile('work-order.pdf') },
  monthly_report: { make: monthlyReport, sample: sampleFile('report-2026-10.pdf') },
};

/** The sender and Reply-To of mails: the office's choice, otherwise MAIL_FROM, otherwise the business's own. */
export function senderOf({ config, settings: { business } }: Pick<Deps, 'config' | 'settings'>, chosen: SettingsRow) {
  const defaults = {
    sender_name: config.mailFrom?.name ?? business.name,
    sender_address: config.mailFrom?.address ?? business.email,
    reply_to: business.email,
  };
  return {
    defaults,
    name: chosen.sender_name || defaults.sender_name,
    address: chosen.sender_address || defaults.sender_address,
    replyTo: chosen.reply_to || defaults.reply_to,
  };
}

/** Renders a mail's subject and its two bodies in the product's look. */
async function render(deps: Deps, content: MailContent, extras: Extras = {}) {
  const page = pageOf(content);
  const link = extras.link ?? (page === null ? null : deps.config.publicUrl + page);
  const rendered = await deps.documents.mail({
    content: {
      ...content,
      name: greetingName(content.name),
      ...('title' in content && { title: oneLine(content.title) }),
    },
    business: deps.settings.business,
    origin: deps.config.publicUrl,
    link,
    files: (extras.attachments ?? []).map(({ filename }) => filename),
  });
  return { ...rendered, subject: oneLine(rendered.subject) };
}

/** The extra parts of a mail in the previews. */
export const sampleExtras = ({ kind }: MailContent): Extras => carried[kind]?.sample ?? {};

/** Renders a mail of the previews. */
export const renderSample = (deps: Deps, content: MailContent) => render(deps, content, sampleExtras(content));

/**
 * Writes a mail of the outbox, at the moment it is sent: a link's token is in no row of the database.
 * @throws CannotWrite when its link has ended, or when its recipient is no single address
 * @throws StoredByAnother when another release stored its content in another form
 * @throws Outdated when it tells of a completion that was taken back
 */
export async function writeMail(deps: Deps, mail: MailRow, settings: SettingsRow): Promise<Message> {
  // An earlier release may have stored what comes along with a copied address.
  const to = cleanEmail(mail.recipient);
  if (!ADDRESS.test(to)) throw new CannotWrite('No mail can be sent to this address');
  const content = { kind: mail.kind, ...contentOf(mail.kind, mail) } as MailContent;
  const extras = (await carried[mail.kind]?.make(deps, mail)) ?? {};
  const { subject, html, text } = await render(deps, content, extras);
  const sender = senderOf(deps, settings);
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: { name: oneLine(sender.name), address: sender.address },
    replyTo: sender.replyTo,
    to,
    subject,
    html,
    text,
    attachments: extras.attachments ?? [],
    fileName: `${mail.created_at.toISOString().slice(0, 10)}-${mail.id}-${mail.kind}.eml`,
  };
}
