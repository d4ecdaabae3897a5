import type { z } from 'zod';
import { CONTACT_PREVIEW, contact, type contactMessage } from '#contract/contact.ts';
import type { DomainEvent } from '#contract/events.ts';
import { type ContactStatus, contactStatuses } from '#contract/words/contact.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { changeEach } from '#server/lib/change-each.ts';
import { changedFields } from '#server/lib/changes.ts';
import { countsOf, matchedOf } from '#server/lib/counts.ts';
import { notFound } from '#server/lib/errors.ts';
import { answerOnce } from '../idempotency/idempotency.service.ts';
import { refuseMet } from '../users/users.versions.service.ts';
import * as repo from './contact.repo.ts';

const THANKS = { success: true as const, message: 'Thank you. We reply within 24-48 business hours.' };
const thanks = { schema: contact.submit.response, today: async () => THANKS };

/** Presents a contact message (spec §3 Contact message). */
const presentMessage = (row: repo.ContactRow): z.input<typeof contactMessage> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/**
 * Submits the contact form (spec §2 Contact, §5). Stores one message per idempotency key. With something in the hidden field it goes to
 * spam, where nobody is notified of it.
 */
export const submit: UseCase<typeof contact.submit> = async (deps, visitor, { body, idempotency }) => {
  const { website, phone = null, ...fields } = body;
  return deps.transaction((tx, deps) =>
    answerOnce(tx, { scope: 'contact.submit', actor: visitor, idempotency, answer: thanks }, async () => {
      const row = await repo.insertMessage(tx, {
        ...fields,
        phone,
        status: website === undefined ? 'new' : 'spam',
        ip_address: visitor.ip,
        user_agent: visitor.userAgent,
        created_at: deps.now(),
        changed_at: null,
        changed_by: null,
      });
      await announce(tx, visitor, { type: 'contact.received', message: presentMessage(row) });
      return THANKS;
    }),
  );
};

/** Lists the contact messages (spec §2 Contact Messages), newest first. The counts ignore the filters. */
export const list: UseCase<typeof contact.list> = async (deps, _actor, { query }) => {
  const { limit, page, ...filter } = query;
  const [rows, matched, byStatus] = await Promise.all([
    repo.listMessages(deps.db, filter, { limit, page, preview: CONTACT_PREVIEW }),
    repo.countMatching(deps.db, filter),
    repo.countByStatus(deps.db),
  ]);
  const counts = countsOf(contactStatuses, byStatus);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const contacts = rows.map(presentMessage);
  return {
    data: { contacts, counts: { total, ...counts }, ...matchedOf(matched, Boolean(filter.search)), total, page, limit },
  };
};

/** Returns one message; 404 when there is none. */
export const get: UseCase<typeof contact.get> = async (deps, _actor, { params }) => {
  const row = await repo.findMessage(deps.db, params.id);
  if (!row) throw notFound('Contact message');
  return { data: { contact: presentMessage(row) } };
};

/** Keeps a message from being deleted until the transaction ends. Returns whether it exists. */
export const lockAgainstDeletion = async (tx: Tx, id: number): Promise<boolean> =>
  (await repo.lockAgainstDeletion(tx, id)) !== undefined;

/** Changes columns of a message, unless somebody else changed them since the editor saw them (409). `eventOf` makes the event of the change. */
const change = (
  deps: Deps,
  actor: Staff,
  { id, version }: { id: number; version?: number | undefined },
  to: { status: ContactStatus } | { notes: string },
  eventOf: (before: repo.ContactRow) => DomainEvent,
): Promise<repo.ContactRow> =>
  deps.transaction(async (tx, deps) => {
    const before = await repo.lockMessage(tx, id);
    if (!before) throw notFound('Contact message');
    const last = { what: 'this message', at: before.changed_at };
    await refuseMet(tx, deps, before, version, { now: before, wanted: to, last });
    if (!changedFields(before, to)) return before;
    const after = await repo.updateMessage(tx, id, { ...to, changed_by: actor.id, changed_at: deps.now() });
    await announce(tx, actor, eventOf(before));
    return after;
  });

/** Sets the status of one message, in a transaction of its own. */
const setStatusOfOne = (
  deps: Deps,
  actor: Staff,
  { to, ...chosen }: { id: number; version?: number | undefined; to: ContactStatus },
) =>
  change(deps, actor, chosen, { status: to }, (before) => ({
    type: 'contact.status_changed',
    id: chosen.id,
    before: before.status,
    after: to,
  }));

/** Sets any of the four statuses, from any other (spec §4). */
export const setStatus: UseCase<typeof contact.setStatus> = async (deps, actor, { params: { id }, body }) => {
  const { status: to, version } = body;
  return { data: { contact: presentMessage(await setStatusOfOne(deps, actor, { id, version, to })) } };
};

export const setStatusOfMany: UseCase<typeof contact.setStatusOfMany> = (deps, actor, { body }) =>
  changeEach(
    deps,
    body.contacts,
    async (chosen) => (await setStatusOfOne(deps, actor, { ...chosen, to: body.status })).version,
  );

/** Sets the office's own notes on a message (spec §2 Contact Messages). Blank notes clear them. */
export const setNotes: UseCase<typeof contact.setNotes> = async (deps, actor, { params: { id }, body }) => {
  const { notes = '', version } = body;
  const row = await change(deps, actor, { id, version }, { notes }, (before) => ({
    type: 'contact.notes_changed',
    id,
    before: before.notes,
    after: notes,
  }));
  return { data: { contact: presentMessage(row) } };
};

/** Deletes a message permanently (spec §2 Delete Contact). The audit trail keeps its content. */
export const remove: UseCase<typeof contact.remove> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx) => {
    const row = await repo.deleteMessage(tx, params.id);
    if (!row) throw notFound('Contact message');
    await announce(tx, actor, { type: 'contact.deleted', message: presentMessage(row) });
  });
  return { message: 'Contact deleted successfully' };
};
