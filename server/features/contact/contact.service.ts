import type { z } from 'zod';
import type { contact, contactMessage } from '#contract/contact.ts';
import type { ContactStatus } from '#contract/words/contact.ts';
import { paths } from '#contract/words/paths.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { Staff } from '#server/lib/actor.ts';
import { notFound } from '#server/lib/errors.ts';
import { matchedOf } from '#server/lib/matched.ts';
import { isStale, refuseStale } from '#server/lib/versions.ts';
import { record } from '../audit/audit.service.ts';
import { once } from '../idempotency/idempotency.service.ts';
import { notifyAdmins } from '../notifications/notifications.service.ts';
import { nameOf } from '../users/users.service.ts';
import * as repo from './contact.repo.ts';

const THANKS = { success: true as const, message: 'Thank you. We reply within 24-48 business hours.' };

/** A message row as the wire shows it (spec §3 Contact message). */
const presentMessage = (row: repo.ContactRow): z.input<typeof contactMessage> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

async function keep(deps: Deps, tx: Database, message: Parameters<typeof repo.insertMessage>[1]) {
  const row = await repo.insertMessage(tx, message);
  const notice = {
    type: 'contact',
    title: 'New contact message',
    message: `${row.name} sent a message through the contact form`,
    priority: 'medium',
    link: paths.adminContacts,
  } as const;
  await notifyAdmins(deps, tx, notice, null);
  return row;
}

/**
 * The contact form (spec §2 Contact, §5): kept once per idempotency key, and the admins are told. Whoever fills in the
 * field that people never see is thanked all the same, and nothing is kept.
 */
export const submit: UseCase<typeof contact.submit> = async (deps, visitor, { body, idempotency }) => {
  const { website, phone = null, ...fields } = body;
  if (website !== undefined) return THANKS;
  return deps.db.transaction().execute((tx) =>
    once(tx, { scope: 'contact.submit', actor: visitor, idempotency }, async () => {
      const row = await keep(deps, tx, {
        ...fields,
        phone,
        ip_address: visitor.ip,
        user_agent: visitor.userAgent,
        created_at: deps.now(),
      });
      await record(deps, tx, visitor, {
        action: 'contact.submit',
        entity: 'contact_message',
        entity_id: row.id,
        after: presentMessage(row),
      });
      return THANKS;
    }),
  );
};

/** The office's list (spec §2 Contact Messages), newest first; the counts are of all messages, whatever the filters. */
export const list: UseCase<typeof contact.list> = async (deps, _actor, { query }) => {
  const { limit, page, ...filter } = query;
  const [rows, matched, byStatus] = await Promise.all([
    repo.listMessages(deps.db, filter, { limit, page }),
    repo.countMatching(deps.db, filter),
    repo.countByStatus(deps.db),
  ]);
  const counts: Record<ContactStatus, number> = { new: 0, contacted: 0, resolved: 0, spam: 0 };
  for (const { status, n } of byStatus) counts[status] = n;
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const contacts = rows.map(presentMessage);
  return {
    data: { contacts, counts: { total, ...counts }, ...matchedOf(matched, filter.search), total, page, limit },
  };
};

/** One message; 404 when there is none. */
export const get: UseCase<typeof contact.get> = async (deps, _actor, { params }) => {
  const row = await repo.findMessage(deps.db, params.id);
  if (!row) throw notFound('Contact message');
  return { data: { contact: presentMessage(row) } };
};

type Change = { id: number; version: number | undefined; action: 'contact.set_status' | 'contact.set_notes' };

/** Changes one column of a message, unless the editor saw an older one (409), and leaves its trace. */
async function change(
  deps: Deps,
  actor: Staff,
  { id, version, action }: Change,
  to: { status: ContactStatus } | { notes: string },
) {
  const row = await deps.db.transaction().execute(async (tx) => {
    const before = await repo.lockMessage(tx, id);
    if (!before) throw notFound('Contact message');
    const by = isStale(before, version) ? await nameOf(tx, before.changed_by) : null;
    const last = { by, what: 'this message', at: before.changed_at };
    refuseStale(before, version, last, deps.settings.business.time_zone);
    const after = await repo.updateMessage(tx, id, { ...to, changed_by: actor.id, changed_at: deps.now() });
    await record(deps, tx, actor, {
      action,
      entity: 'contact_message',
      entity_id: id,
      before: 'status' in to ? { status: before.status } : { notes: before.notes },
      after: to,
    });
    return after;
  });
  return { data: { contact: presentMessage(row) } };
}

/** Any of the four statuses, from any other (spec §4). */
export const setStatus: UseCase<typeof contact.setStatus> = (deps, actor, { params, body }) =>
  change(deps, actor, { id: params.id, version: body.version, action: 'contact.set_status' }, { status: body.status });

/** The office's own notes on a message (spec §2 Contact Messages); blank clears them. */
export const setNotes: UseCase<typeof contact.setNotes> = (deps, actor, { params, body }) =>
  change(
    deps,
    actor,
    { id: params.id, version: body.version, action: 'contact.set_notes' },
    { notes: body.notes ?? '' },
  );

/** Deletes a message for good (spec §2 Delete Contact); the trail keeps it as it was. */
export const remove: UseCase<typeof contact.remove> = async (deps, actor, { params }) => {
  await deps.db.transaction().execute(async (tx) => {
    const row = await repo.deleteMessage(tx, params.id);
    if (!row) throw notFound('Contact message');
    await record(deps, tx, actor, {
      action: 'contact.remove',
      entity: 'contact_message',
      entity_id: row.id,
      before: presentMessage(row),
    });
  });
  return { message: 'Contact deleted successfully' };
};
