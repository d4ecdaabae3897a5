import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mailKinds } from '#contract/words/mail.ts';
import type { Deps } from '#server/deps.ts';
import { mailFolder, type Outcome } from '#server/mail.ts';
import { addressOfLink, openResetLink, renewInvitationLink } from '../auth/auth.links.service.ts';
import { CannotWrite, Outdated, StoredByAnother, writeMail } from './mail.messages.service.ts';
import * as outbox from './mail.outbox.repo.ts';
import { mailChannel } from './mail.outbox.service.ts';
import { readSettings, type SettingsRow } from './mail.repo.ts';
import {
  createSilentDomains,
  deservesNewLink,
  HELD_MS,
  leaseEnd,
  longestWait,
  mayBeUpgrading,
  nextTry,
  urgentKinds,
} from './mail.rules.ts';
import { createPace, createSenders } from './mail.senders.service.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
/** How often the outbox is looked through for what waits for another try, and for what a killed instance left. */
const LOOK_MS = 60_000;
/** How long a stop waits for the mail server. What it hasn't answered by then is tried again, with the same Message-ID. */
const STOP_MS = 5_000;
/** The most senders of a queue, and how many of them may be at an email that was tried before. */
const URGENT_MOST = 4;
const OTHER_MOST = 8;
const RETRYING_MOST = 2;

const otherKinds = mailKinds.filter((kind) => !urgentKinds.some((urgent) => urgent === kind));

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
      return { result: 'later', answer: error.message, cause: 'put_off' };
    }
    if (error instanceof CannotWrite) return { result: 'refused', answer: error.message };
    deps.log.error({ err: error, mail: mail.id }, 'a mail could not be written');
    const answer = "The email couldn't be written; the server's log says why";
    return { result: 'later', answer, cause: 'put_off' };
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
    const again =
      outcome.result === 'later' && mail.kind !== 'test' ? nextTry(mail, now, outcome.cause === 'away') : null;
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

/** How an instance sends. The times are shorter in a test. */
type Ways = { stopping: AbortSignal; slowMs?: number | undefined };

/**
 * The two queues of the outbox: what somebody waits for, and the rest. Neither stands behind the other, and in neither does an email whose
 * recipient gets no answer hold up the others. Several instances share them. A killed instance's email is tried again when its lease ends,
 * with the same Message-ID.
 */
function openQueues(deps: Deps, { stopping, slowMs }: Ways) {
  const inTurn = createPace(stopping);
  const silent = createSilentDomains(deps.now);
  const fail = (error: unknown) => deps.log.error({ err: error }, 'the outbox of emails could not be read');
  const open = (kinds: readonly outbox.MailRow['kind'][], most: number, isUrgent: boolean) => {
    let retrying = 0;
    return createSenders<outbox.MailRow>({
      most,
      stopping,
      slowMs,
      fail,
      take() {
        const now = deps.now();
        const except = isUrgent ? [] : silent.waiting();
        const choice = { kinds, except, isRetried: isUrgent || retrying < RETRYING_MOST };
        return deps.autocommit((tx) =>
          outbox.takeDue(tx, choice, { now, until: leaseEnd(now), longest: longestWait(now) }),
        );
      },
      async send(mail) {
        const isAgain = mail.tries > 1;
        if (isAgain) retrying += 1;
        try {
          await inTurn();
          const outcome = await sendTaken(deps, mail, await readSettings(deps.db));
          if (outcome?.result !== 'later') {
            if (outcome) silent.note(mail.recipient, false);
            return { isAway: false };
          }
          if (outcome.cause !== 'away') silent.note(mail.recipient, outcome.cause === 'silent');
          else deps.log.warn({ reason: outcome.answer }, 'the mail server takes no email at the moment');
          return { isAway: outcome.cause === 'away' };
        } finally {
          if (isAgain) retrying -= 1;
        }
      },
    });
  };
  return [open(urgentKinds, URGENT_MOST, true), open(otherKinds, OTHER_MOST, false)];
}

/** Sends the emails that are due, until none is due or the server is away. */
export async function sendDue(deps: Deps): Promise<void> {
  const queues = openQueues(deps, { stopping: new AbortController().signal });
  for (const queue of queues) queue.wake();
  await Promise.all(queues.map((queue) => queue.idle()));
}

/** The loop of an instance that sends emails as soon as a message says that one waits. */
export type Mailer = { stop(): Promise<void> };

export async function startMailer(deps: Deps, slowMs?: number): Promise<Mailer> {
  const stopping = new AbortController();
  const queues = openQueues(deps, { stopping: stopping.signal, slowMs });
  const wake = () => {
    for (const queue of queues) queue.wake();
  };
  const look = setInterval(wake, LOOK_MS).unref();
  let later: NodeJS.Timeout | undefined;
  // A held email is due only later than the message that it waits.
  const hear = () => {
    wake();
    clearTimeout(later);
    later = setTimeout(wake, HELD_MS).unref();
  };
  await deps.bus.subscribe(mailChannel, { message: hear, missed: hear });
  return {
    async stop() {
      stopping.abort();
      clearInterval(look);
      clearTimeout(later);
      const idle = Promise.all(queues.map((queue) => queue.idle()));
      await Promise.race([idle, wait(STOP_MS, null, { ref: false })]);
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
