import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { mailFolder, type Outcome } from '#server/mail.ts';
import { addressOfLink, openResetLink, renewInvitationLink } from '../auth/auth.links.service.ts';
import { CannotWrite, Outdated, StoredByAnother, writeMail } from './mail.messages.service.ts';
import * as outbox from './mail.outbox.repo.ts';
import { mailChannel } from './mail.outbox.service.ts';
import { readSettings, type SettingsRow } from './mail.repo.ts';
import { deservesNewLink, HELD_MS, leaseEnd, mayBeUpgrading, nextTry } from './mail.rules.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
/** At most ten mails a second: calls from people come first, and many mail servers refuse a faster client. */
const PACE_MS = 100;

/** Whether a password reset needs a link: its first one, or another when that ended while no server took the mail. */
async function needsLink(deps: Deps, mail: outbox.MailRow): Promise<boolean> {
  if (mail.link_id !== null && (await addressOfLink(deps, mail.link_id))) return false;
  const isFirst = !Object.hasOwn(mail.content as object, 'name');
  return isFirst || deservesNewLink(mail, deps.now());
}

/** Gives an invitation another link when its own has ended before it left. */
async function withInvitationLink(deps: Deps, mail: outbox.MailRow): Promise<outbox.MailRow> {
  if (mail.link_id !== null && (await addressOfLink(deps, mail.link_id))) return mail;
  return deps.transaction(async (tx, deps) => {
    const link_id = await renewInvitationLink(deps, tx, mail.recipient);
    if (link_id === null) return mail;
    await outbox.setLink(tx, mail.id, link_id, mail.content as object);
    return { ...mail, link_id };
  });
}

/**
 * Finds the user of a requested link, and creates it. A mail to an address without an active account is dropped.
 * @returns the mail with its link; null when nothing is to be sent
 */
async function findPerson(deps: Deps, mail: outbox.MailRow): Promise<outbox.MailRow | null> {
  if (mail.kind === 'invitation') return withInvitationLink(deps, mail);
  if (mail.kind !== 'password_reset' || !(await needsLink(deps, mail))) return mail;
  return deps.transaction(async (tx, deps) => {
    const link = await openResetLink(deps, tx, mail.recipient);
    if (!link) {
      await outbox.deleteMail(tx, mail.id);
      return null;
    }
    const content = { name: link.name };
    await outbox.setLink(tx, mail.id, link.id, content);
    return { ...mail, link_id: link.id, content };
  });
}

/**
 * Writes a mail and hands it to the mail server. A mail that cannot be written is refused, with the reason.
 * @returns null for a mail whose news does not hold any more
 */
async function tryOnce(deps: Deps, mail: outbox.MailRow, settings: SettingsRow): Promise<Outcome | null> {
  try {
    return await deps.mail.send(await writeMail(deps, mail, settings));
  } catch (error) {
    if (error instanceof Outdated) return null;
    if (error instanceof StoredByAnother && mayBeUpgrading(mail, deps.now())) {
      return { result: 'later', answer: error.message, isAway: false };
    }
    if (error instanceof CannotWrite) return { result: 'refused', answer: error.message };
    deps.log.error({ err: error, mail: mail.id }, 'a mail could not be written');
    return { result: 'later', answer: 'The mail could not be written; the log of the server says why', isAway: false };
  }
}

/** Records how a try ended. Only a server's acceptance makes a mail `sent`. Without a try the mail is dropped. */
async function record(deps: Deps, mail: outbox.MailRow, outcome: Outcome | null): Promise<void> {
  if (!outcome) {
    await deps.autocommit((tx) => outbox.deleteMail(tx, mail.id));
    return;
  }
  const now = deps.now();
  const { answer } = outcome;
  const end = (state: 'sent' | 'kept' | 'failed') =>
    deps.autocommit((tx) => outbox.finishMail(tx, mail, { state, answer, at: now }));
  if (outcome.result === 'accepted') await end('sent');
  else if (outcome.result === 'kept') await end('kept');
  else {
    // A test is answered at once, so it is not tried again behind the tester's back.
    const again = outcome.result === 'later' && mail.kind !== 'test' ? nextTry(mail, now, outcome.isAway) : null;
    if (again) await deps.autocommit((tx) => outbox.putOff(tx, mail, { answer, at: again }));
    else await end('failed');
  }
}

/** Tries a mail that this instance has taken. */
export async function sendTaken(deps: Deps, taken: outbox.MailRow, settings: SettingsRow): Promise<Outcome | null> {
  const mail = await findPerson(deps, taken);
  if (!mail) return null;
  const outcome = await tryOnce(deps, mail, settings);
  await record(deps, mail, outcome);
  return outcome;
}

/**
 * Sends the mails that are due, one after the other, until none is due, the server is away, or `stopping` is aborted. Several
 * instances share them. A killed instance's mail is tried again when its lease ends, with the same Message-ID.
 */
export async function sendDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const settings = await readSettings(deps.db);
  while (!stopping?.aborted) {
    const now = deps.now();
    const mail = await deps.autocommit((tx) => outbox.takeDue(tx, now, leaseEnd(now)));
    if (!mail) return;
    const outcome = await sendTaken(deps, mail, settings);
    if (outcome?.result === 'later' && outcome.isAway) {
      deps.log.warn({ reason: outcome.answer }, 'the mail server takes no mail at the moment');
      return;
    }
    await wait(PACE_MS, null, { signal: stopping }).catch(() => null);
  }
}

/** The loop of an instance that sends mails as soon as a message says that one waits. */
export type Mailer = { stop(): Promise<void> };

export async function startMailer(deps: Deps): Promise<Mailer> {
  const stopping = new AbortController();
  let isWoken = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      await sendDue(deps, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) deps.log.error({ err: error }, 'the outbox of mails could not be read');
      });
    }
    running = null;
  };
  const wake = () => {
    isWoken = true;
    running ??= run();
  };
  let later: NodeJS.Timeout | undefined;
  // A held mail is due only later than the message that it waits.
  const hear = () => {
    wake();
    clearTimeout(later);
    later = setTimeout(wake, HELD_MS).unref();
  };
  await deps.bus.subscribe(mailChannel, { message: hear, missed: hear });
  return {
    async stop() {
      stopping.abort();
      clearTimeout(later);
      await running;
    },
  };
}

/** Deletes mails and kept files that are older than 90 days. */
export async function purgeMails(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - KEPT_MS);
  await deps.autocommit((tx) => outbox.deleteBefore(tx, before));
  const folder = mailFolder(deps.config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtime < before) await rm(file, { force: true });
  }
}
