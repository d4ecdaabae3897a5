import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { mailContents } from '#contract/mail-content.ts';
import type { MailKind } from '#contract/words/mail.ts';
import { channel } from '#server/bus.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps } from '#server/deps.ts';
import { latestAt } from '#server/lib/ahead.ts';
import * as log from './mail.log.repo.ts';
import * as repo from './mail.outbox.repo.ts';
import { dueAt, kindsTo, STRANGERS_MOST, strangersKinds } from './mail.rules.ts';

/** Tells the mailers of all instances that a mail waits. */
export const mailChannel = channel('mail', z.strictObject({}));

/** A new mail of this kind. Its Message-ID is fixed here, before the first try. */
export const newMail = ({ config, now }: Pick<TxDeps, 'config' | 'now'>, kind: MailKind, content: object) => ({
  kind,
  messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
  content,
  at: now(),
});

/** Counts the mails that a server should have and the failed ones, each up to `most`. */
export const countMails = ({ db, now }: Pick<Deps, 'db' | 'now'>, most: number) => log.countUpTo(db, most, now());

const DAY_MS = 24 * 3_600_000;

function add(
  tx: Tx,
  deps: TxDeps,
  to: Parameters<typeof repo.addMail>[3],
  kind: MailKind,
  content: object,
  mostOf: repo.MostOf | null = null,
): Promise<void> {
  const mail = { ...newMail(deps, kind, content), due: dueAt(kind, deps.now()) };
  return repo.addMail(tx, mailChannel.name, mail, to, mostOf);
}

/** What strangers may cause for one address: it may be somebody else's. */
const strangersMost = ({ now }: TxDeps): repo.MostOf => ({
  kinds: strangersKinds,
  most: STRANGERS_MOST,
  from: new Date(now().getTime() - DAY_MS),
  to: latestAt(now()),
});

/** The content of a mail that its cause provides. The rest comes from the database. */
type Told<K extends MailKind, Known extends string = never> = Omit<z.input<(typeof mailContents)[K]>, Known>;
type KnownOfRequest = 'name' | 'external_id' | 'title' | 'priority';
type KnownOfCustomer = KnownOfRequest | 'service_type';
type KnownOfAssignee = KnownOfRequest | 'request_id' | 'description' | 'customer';

/** Adds a mail to the customer of a request, inside the caller's transaction. */
export const mailCustomer = <K extends 'status_changed' | 'request_completed'>(
  tx: Tx,
  deps: TxDeps,
  requestId: number,
  kind: K,
  content: Told<K, KnownOfCustomer>,
) => add(tx, deps, repo.customerOf(requestId), kind, content);

/** Confirms a new request to its customer. One that a stranger sent counts for the limit of its address. */
export const mailReceived = (tx: Tx, deps: TxDeps, requestId: number, by_staff: boolean) =>
  add(tx, deps, repo.customerOf(requestId), 'request_received', { by_staff }, by_staff ? null : strangersMost(deps));

/** Confirms a contact message to its sender. */
export const mailContact = (tx: Tx, deps: TxDeps, sender: { name: string; email: string }) =>
  add(tx, deps, repo.address(sender.email), 'contact_received', { name: sender.name }, strangersMost(deps));

/**
 * Withdraws the mails of a change that is taken back, as far as they are still held.
 * @param since when the change was made
 * @returns whether anyone was told of the change
 */
export const withdrawMails = (tx: Tx, requestId: number, since: string): Promise<boolean> =>
  repo.withdrawMails(tx, requestId, new Date(since));

/** A corrected address. */
type Correction = { from: string; to: string };

/** Makes every email to a request's customer that hasn't been sent go to the corrected address. */
export const readdressCustomer = (tx: Tx, requestId: number, change: Correction) =>
  repo.readdress(tx, { kinds: kindsTo.customer, of: requestId, ...change });

/** Makes every email to a user that hasn't been sent go to the corrected address. */
export const readdressUser = (tx: Tx, change: Correction) =>
  repo.readdress(tx, { kinds: kindsTo.user, of: null, ...change });

/** Adds a mail to the person whom a request is assigned to. */
export const mailAssignee = <K extends 'request_assigned'>(
  tx: Tx,
  deps: TxDeps,
  to: { requestId: number; userId: number },
  kind: K,
  content: Told<K, KnownOfAssignee>,
) => add(tx, deps, repo.assigneeOf(to.requestId, to.userId), kind, content);

/** Adds a mail to an address; `linkId`: the link that is written into it. */
export const mailAddress = <K extends 'invitation' | 'monthly_report' | 'test'>(
  tx: Tx,
  deps: TxDeps,
  to: { email: string; linkId?: number },
  kind: K,
  content: Told<K>,
) => add(tx, deps, repo.address(to.email, to.linkId), kind, content);

/** Adds a password reset mail. Whether the address has an account is checked when the mail is sent. */
export const mailReset = (tx: Tx, deps: TxDeps, email: string) =>
  add(tx, deps, repo.address(email), 'password_reset', {});
