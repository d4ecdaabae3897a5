import { Readable } from 'node:stream';
import { type mail, updateMailSettingsBody } from '#contract/mail.ts';
import type { mailStates } from '#contract/words/mail.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { changedFields, enteredFields } from '#server/lib/changes.ts';
import { DomainError, notFound } from '#server/lib/errors.ts';
import { LONGEST_PATH_MS, opensPath, signedQuery, signPath } from '#server/lib/tokens.ts';
import { refuseMet } from '../users/users.versions.service.ts';
import * as log from './mail.log.repo.ts';
import { renderSample, senderOf } from './mail.messages.service.ts';
import * as outbox from './mail.outbox.repo.ts';
import { mailChannel, newMail } from './mail.outbox.service.ts';
import { choicesOf, isSwitchable, presentMail, presentSettings, routeOf } from './mail.present.rules.ts';
import * as repo from './mail.repo.ts';
import { leaseEnd, sampleMails } from './mail.rules.ts';
import { sendTaken } from './mail.send.service.ts';

const present = (deps: Deps, row: repo.SettingsRow) => ({
  settings: presentSettings(row, { defaults: senderOf(deps, row).defaults, server: deps.mail.server }),
});

async function logged(deps: Deps, id: number) {
  const row = await log.findMail(deps.db, id);
  if (!row) throw notFound('Mail');
  return { mail: presentMail(row) };
}

/** Returns the mail settings. */
export const settings: UseCase<typeof mail.settings> = async (deps) => present(deps, await repo.readSettings(deps.db));

/** Replaces the mail settings, unless somebody else changed one of the same settings since the editor saw them (409). */
export const updateSettings: UseCase<typeof mail.updateSettings> = async (deps, actor, { body }) => {
  const { version, ...wanted } = body;
  const row = await deps.transaction(async (tx, deps) => {
    const before = await repo.lockSettings(tx);
    const now = choicesOf(before);
    const own = enteredFields(updateMailSettingsBody, { row: before, now }, wanted, version);
    const last = { what: 'the mail settings', at: before.changed_at };
    const called = { switched_off: 'emails that are sent', reply_to: 'reply-to address' };
    await refuseMet(tx, deps, before, version, { now, wanted: own, last, called });
    const choices = choicesOf({ ...before, ...own });
    if (!changedFields(now, choices)) return before;
    // The other kinds are another release's. This one shows nobody that they are off.
    const hidden = before.switched_off.filter((kind) => !isSwitchable(kind));
    const stored = { ...choices, switched_off: [...choices.switched_off, ...hidden] };
    const after = await repo.writeSettings(tx, stored, { by: actor.id, at: deps.now() });
    await announce(tx, actor, {
      type: 'mail.settings_changed',
      version: after.version,
      before: choicesOf(before),
      after: choicesOf(after),
    });
    return after;
  });
  return present(deps, row);
};

/** Returns whether mails are sent, for the banner on the office's screens. */
export const state: UseCase<typeof mail.state> = async (deps) => {
  const counts = await log.countByState(deps.db);
  const count = (state: (typeof mailStates)[number]) => counts.find((row) => row.state === state)?.n ?? 0;
  return { route: routeOf(deps.mail.server), failed: count('failed'), waiting: count('waiting') };
};

/** Sends a test mail immediately, and returns its send log entry with the mail server's response. */
export const sendTest: UseCase<typeof mail.sendTest> = async (deps, actor, { body }) => {
  const taken = await deps.transaction(async (tx, deps) => {
    const fresh = newMail(deps, 'test', { name: actor.name });
    const row = await outbox.addTaken(tx, { ...fresh, recipient: body.to, until: leaseEnd(fresh.at) });
    await announce(tx, actor, { type: 'mail.test_sent', mail_id: row.id, to: body.to });
    return row;
  });
  await sendTaken(deps, taken, await repo.readSettings(deps.db));
  return logged(deps, taken.id);
};

/** Lists the send log, newest first. */
export const list: UseCase<typeof mail.list> = async (deps, _actor, { query }) => {
  const { limit, page, ...choice } = query;
  const filter = { state: choice.state, search: choice.search };
  const [rows, total] = await Promise.all([
    log.listMails(deps.db, filter, { limit, page }),
    log.countLogged(deps.db, filter),
  ]);
  return { mails: rows.map(presentMail), total, page, limit };
};

/** Resends a mail that failed or was saved as a file, with the same Message-ID. */
export const sendAgain: UseCase<typeof mail.sendAgain> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx, deps) => {
    const row = await outbox.waitAgain(tx, params.id, deps.now());
    if (!row) {
      if (!(await log.findMail(tx, params.id))) throw notFound('Mail');
      throw new DomainError('conflict', 'This mail is on its way or was sent');
    }
    await announce(tx, actor, { type: 'mail.sent_again', mail_id: row.id, kind: row.kind, to: row.recipient });
    await deps.bus.publish(tx, mailChannel, {});
  });
  return logged(deps, params.id);
};

/** Stops counting a failed mail as trouble. Changes nothing about one that is set aside already. */
export const setAside: UseCase<typeof mail.setAside> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx, deps) => {
    const row = await outbox.setAside(tx, params.id, deps.now());
    if (row) {
      await announce(tx, actor, { type: 'mail.set_aside', mail_id: row.id, kind: row.kind, to: row.recipient });
      return;
    }
    const present = await log.findMail(tx, params.id);
    if (!present) throw notFound('Mail');
    if (present.state !== 'failed') throw new DomainError('conflict', 'Only a mail that failed can be set aside');
  });
  return logged(deps, params.id);
};

const previewOf = (kind: string) => `preview of a mail\n${kind}`;

/** Returns every kind of mail as recipients see it, with made-up content. */
export const previews: UseCase<typeof mail.previews> = async (deps) => {
  const expires = deps.now().getTime() + LONGEST_PATH_MS;
  const rendered = sampleMails(deps.now()).map(async (content) => {
    const { subject, text } = await renderSample(deps, content);
    const { kind } = content;
    const query = signPath(deps.linkKey, previewOf(kind), expires);
    return { kind, subject, text, path: `/api/mail/previews/${kind}?${query}` };
  });
  return { previews: await Promise.all(rendered) };
};

/** Opens a preview by its signed path: 403 for a path that is altered or too old. */
export const preview: UseCase<typeof mail.preview> = async (deps, _visitor, { params, query }) => {
  const link = signedQuery.safeParse(query);
  const now = deps.now();
  const content = sampleMails(now).find(({ kind }) => kind === params.kind);
  if (!content || !link.success || !opensPath(deps.linkKey, previewOf(params.kind), link.data, now)) {
    throw new DomainError('forbidden', 'This link has expired');
  }
  const { html } = await renderSample(deps, content);
  return {
    stream: Readable.from([html]),
    name: `${content.kind}.html`,
    type: 'text/html; charset=utf-8',
    inline: true,
    keptSeconds: 0,
  };
};
