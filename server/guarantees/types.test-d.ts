import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { user } from '#contract/account.ts';
import { api } from '#contract/api.ts';
import { auditActions } from '#contract/audit-actions.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { Deps, UseCase } from '../deps.ts';
import { announce, on } from '../events.ts';
import { trailEntriesOf } from '../features/audit/trail/entries.rules.ts';
import { mailAddress, mailCustomer } from '../features/mail/mail.outbox.service.ts';
import type { ReportSheet } from '../features/reports/reports.sheet.rules.ts';
import { insertRequest } from '../features/requests/requests.repo.ts';
import { settingsChannel } from '../features/settings/settings.live.service.ts';
import { findUser, insertUser } from '../features/users/users.repo.ts';
import * as users from '../features/users/users.service.ts';
import { mount } from '../http/mount.ts';
import type { ApiKey, Staff } from '../lib/actor.ts';
import { DomainError } from '../lib/errors.ts';

/**
 * What the compiler must refuse (docs/ARCHITECTURE.md). Nothing here runs: each line below a directive is an error, and
 * the type check fails as soon as one of them is not an error any more.
 */
export function guarantees(
  app: FastifyInstance,
  deps: Deps,
  row: Parameters<typeof users.presentUser>[0],
  userRow: Required<Parameters<typeof insertUser>[1]>,
  submission: Parameters<typeof insertRequest>[1],
  actor: Staff,
  sheet: ReportSheet,
  apiKey: ApiKey,
) {
  const { create: _, ...withoutCreate } = users;
  // @ts-expect-error an endpoint without a use case
  mount(app, deps, api.users, withoutCreate);

  const withBadge = user.extend({ badge_number: z.string() });
  // @ts-expect-error a field of the contract that the row does not have
  const presented: z.input<typeof withBadge> = users.presentUser(row);

  // @ts-expect-error a public use case that assumes a signed-in user
  const login: UseCase<typeof api.auth.login> = async (_deps, actor: Staff) => ({ token: '', user: { id: actor.id } });

  // @ts-expect-error an admins' use case that assumes a technician
  const list: UseCase<typeof api.users.list> = async (_deps, _actor: Staff<'technician'>) => ({ users: [] });

  // @ts-expect-error a route that does not say who may call it
  const open = endpoint({ method: 'GET', path: '/open', response: z.object({}) });

  // @ts-expect-error a role that does not exist
  const owners = endpoint({ method: 'GET', path: '/owners', access: ['owner'], response: z.object({}) });

  const get = { kind: 'json', summary: '', refuses: [], method: 'GET', path: '/a', access: ['admin'] } as const;
  const response = z.object({});
  // @ts-expect-error an API key for a call that writes
  const keyed = endpoint({ ...get, method: 'POST', key: 'requests:read', response });
  // @ts-expect-error an API key for a call that is open to everyone
  const openToKeys = endpoint({ ...get, access: 'public', key: 'requests:read', response });
  // @ts-expect-error an API key for a file
  const keyedFile = endpoint({ ...get, kind: 'download', key: 'requests:read' });
  // @ts-expect-error a scope that does not exist
  const unscoped = endpoint({ ...get, key: 'users:read', response });
  // @ts-expect-error a use case that assumes a person where a key may call
  const detail: UseCase<typeof api.requests.get> = async (_deps, { role }) => ({ request: role });
  // @ts-expect-error a key as the author of a change
  const byKey = deps.transaction((tx) => announce(tx, apiKey, { type: 'session.closed', user_id: 1 }));

  // @ts-expect-error a refusal whose code is not in the closed union
  const refusal = new DomainError('teapot', 'Short and stout');

  // @ts-expect-error an answer that lacks what the contract promises
  const me: UseCase<typeof api.auth.me> = async () => ({});

  // @ts-expect-error a write outside a transaction
  const written = insertUser(deps.db, userRow);

  // @ts-expect-error a write on `deps.db`, outside a transaction and without a repository
  const deleted = deps.db.deleteFrom('users');

  const insideOut = deps.transaction(async (tx, inside) => {
    // @ts-expect-error a read outside the transaction that is under way
    await findUser(inside.db, 1);
    // @ts-expect-error a whole use case inside a transaction, which would read outside the transaction
    await users.profile(inside, 1);
    return findUser(tx, 1);
  });

  const { base_location: __, ...withoutLocation } = userRow;
  // @ts-expect-error an insert that leaves a column out
  const partial = deps.transaction((tx) => insertUser(tx, withoutLocation));

  const someEvidence = { request_id: 1, rating: 5 };
  // @ts-expect-error an insert without a repository whose row leaves a column out
  const raw = deps.transaction((tx) => tx.insertInto('request_evidence').values(someEvidence).execute());

  const { payment_address: ___, ...withoutPayment } = submission;
  // @ts-expect-error an insert that drops a field of the customer's submission
  const dropped = deps.transaction((tx) => insertRequest(tx, withoutPayment));

  // @ts-expect-error a reaction to an event that nobody declared
  const unheard = on('request.teleported', async () => undefined);

  const untold = deps.transaction(async (tx) => {
    // @ts-expect-error an event that nobody declared
    await announce(tx, actor, { type: 'request.teleported' });
    // @ts-expect-error an event that lacks a part of its payload
    await announce(tx, actor, { type: 'user.updated', password_changed: true });
    // @ts-expect-error an event outside a transaction
    await announce(deps.db, actor, { type: 'session.closed', user_id: 1 });
  });

  const misfit = deps.transaction(async (tx) => {
    // @ts-expect-error a message that does not fit its channel
    await deps.bus.publish(tx, settingsChannel, { version: 'two' });
    // @ts-expect-error a message outside a transaction
    await deps.bus.publish(deps.db, settingsChannel, { version: 2 });
  });

  const { 'request.created': ____, ...withoutTrace } = trailEntriesOf;
  // @ts-expect-error an event without its traces in the audit trail
  const traces: typeof trailEntriesOf = withoutTrace;

  const { 'request.created': _____, ...withoutAction } = auditActions;
  // @ts-expect-error an event without an action name in the audit trail
  const actions = withoutAction satisfies Record<EventType, string | null>;

  const { month } = sheet;
  // @ts-expect-error a PDF of a template that does not exist
  const blank = deps.documents.pdf({ template: 'reprot.typ', data: sheet, pictures: [] });
  // @ts-expect-error a PDF that lacks a part of what its template prints
  const torn = deps.documents.pdf({ template: 'report.typ', data: { month }, pictures: [] });
  // @ts-expect-error a PDF of what another template prints
  const mixedUp = deps.documents.pdf({ template: 'work-order.typ', data: sheet, pictures: [] });

  const unwritten = deps.transaction(async (tx, inside) => {
    // @ts-expect-error a mail without a part of what it is written from
    await mailCustomer(tx, inside, 1, 'status_changed', { status: 'assigned' });
    // @ts-expect-error a mail to somebody about whom the database does not know enough
    await mailAddress(tx, inside, { email: 'cora@example.com' }, 'request_completed', { name: 'Cora', at: '' });
  });

  return {
    keyed,
    openToKeys,
    keyedFile,
    unscoped,
    detail,
    byKey,
    unwritten,
    blank,
    torn,
    mixedUp,
    misfit,
    unheard,
    untold,
    traces,
    actions,
    written,
    deleted,
    insideOut,
    partial,
    raw,
    dropped,
    presented,
    login,
    list,
    open,
    owners,
    refusal,
    me,
  };
}
