import { z } from 'zod';
import type { Idempotency } from '#contract/endpoint.ts';
import type { enterRequestBody } from '#contract/request-forms.ts';
import type { requests } from '#contract/requests.ts';
import { rowId } from '#contract/text.ts';
import { requestTexts } from '#contract/words/requests.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Actor } from '#server/lib/actor.ts';
import { startOfDay } from '#server/lib/dates.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import type { Upload } from '#server/lib/inbox.ts';
import { lockAgainstDeletion } from '../contact/contact.service.ts';
import { rememberCustomer } from '../customers/customers.service.ts';
import * as files from '../files/files.service.ts';
import type { StoredAnswer } from '../idempotency/idempotency.service.ts';
import { recordView, viewsOf } from '../tracking/tracking.service.ts';
import { profile } from '../users/users.service.ts';
import { hold } from './held/hold.service.ts';
import { submitOnce, withNewTrackingId } from './held/submission.service.ts';
import { attentionOf, filterOf } from './requests.filters.service.ts';
import * as lists from './requests.list.repo.ts';
import { onlyOwn } from './requests.policy.ts';
import {
  customerOf,
  presentAssignee,
  presentOwn,
  presentSummary,
  presentTracked,
  submittedColumns,
} from './requests.present.rules.ts';
import * as repo from './requests.repo.ts';
import { statsOf } from './requests.rules.ts';
import { townOf } from './towns/towns.service.ts';

const MINE_MAX = 500;

type Entered = z.output<typeof enterRequestBody>;
const addedRequest = z.object({ id: rowId, external_id: z.string() });
const addedAnswer: StoredAnswer<z.output<typeof addedRequest>> = {
  schema: addedRequest,
  today: async (db, stored) => {
    const row = await repo.findByTrackingId(db, addedRequest.pick({ external_id: true }).parse(stored).external_id);
    if (!row?.id) throw notFound('Request');
    return { id: row.id, external_id: row.external_id };
  },
};

/** What a new request is entered with, and the town of its address. */
type Submitted = { body: Entered; town: string | null };
type NewRequest = { scope: string; body: Entered; files: readonly Upload[]; idempotency: Idempotency | undefined };

/** Stores a new request. */
async function add(deps: Deps, actor: Actor, { scope, body, files: uploads, idempotency }: NewRequest) {
  const by = actor.kind === 'staff' ? actor.id : null;
  const town = await townOf(deps, body.customerAddress);
  const call = { scope, actor, idempotency, answer: addedAnswer };
  return submitOnce(deps, call, uploads, async (tx, deps, checked) => {
    const created = await insertSubmission(deps, tx, { body, town }, by);
    await files.attach(tx, checked, { requestId: created.id, uploadedBy: by, at: deps.now() });
    await announce(tx, actor, {
      type: 'request.created',
      request: { ...created, title: body.title, priority: body.priority },
      customer: { name: body.customerName, email: body.customerEmail },
      files: checked.map(({ name }) => name),
      contact_message_id: body.contact_message_id ?? null,
    });
    return created;
  });
}

/** A customer's submission (spec §2 Request, §5). With something in the hidden field it is held for the office; the answer is the same. */
export const create: UseCase<typeof requests.create> = async (deps, visitor, { body, files, idempotency }) => {
  const { website, ...entered } = body;
  const sent = { scope: 'requests.create', body: entered, files, idempotency };
  return { request: await (website ? hold(deps, visitor, { ...sent, hidden: website }) : add(deps, visitor, sent)) };
};

/** The office enters a request for a customer: from a call, or from a contact message. 400 when the message does not exist. */
export const enter: UseCase<typeof requests.enter> = async (deps, actor, input) => ({
  request: await add(deps, actor, { scope: 'requests.enter', ...input }),
});

/** Inserts the rows of a new request: the customer, and the request with its own copy of the customer's details. */
async function insertSubmission(deps: TxDeps, tx: Tx, { body, town }: Submitted, by: number | null) {
  const now = deps.now();
  const columns = submittedColumns(body);
  const { contact_message_id = null } = body;
  if (contact_message_id !== null && !(await lockAgainstDeletion(tx, contact_message_id)))
    throw invalid([{ field: 'contact_message_id', message: requestTexts.messageGone }]);
  const customer_id = await rememberCustomer(tx, customerOf(columns), now);
  const row = { ...columns, town, customer_id, contact_message_id, created_at: now, updated_at: now };
  return withNewTrackingId(deps, (external_id) => repo.insertRequest(tx, { ...row, external_id }, by));
}

/** The requests that were made from a contact message, newest first. */
export const listFromContact: UseCase<typeof requests.listFromContact> = async (deps, _actor, { params }) => ({
  requests: await lists.listFromContact(deps.db, params.id),
});

/** The public status of a request (spec §2 Track), without customer data, notes, names and files. */
export const track: UseCase<typeof requests.track> = async (deps, visitor, { params, query }) => {
  const row = await repo.findByTrackingId(deps.lookups, params.id);
  if (!row) throw new DomainError('not_found', 'No request found with this tracking ID');
  if (!query.refresh && row.id !== null) recordView(deps, row.id, visitor);
  return { request: presentTracked(row) };
};

/** The office's list (spec §2 Admin Dashboard): filtered, sorted and paged in the database. */
export const list: UseCase<typeof requests.list> = async (deps, _actor, { query }) => {
  const { sort, limit, page, ...choice } = query;
  const filter = filterOf(choice, deps.now(), deps.settings.business);
  const { rows, ...counts } = await lists.findPage(deps.db, filter, { sort, limit, page });
  return { requests: rows.map(presentSummary), ...counts, page, limit };
};

/** The caller's own requests, newest first: all open ones, and as many of the others as fit. */
export const listMine: UseCase<typeof requests.listMine> = async (deps, actor) => {
  const [rows, counts] = await Promise.all([
    lists.listAssignedTo(deps.db, actor.id, MINE_MAX),
    lists.countAssignedByStatus(deps.db, actor.id),
  ]);
  return { requests: rows.map(presentOwn), stats: statsOf(counts) };
};

/** Counts what the office looks at first: emergencies nobody has, what waits too long, and low ratings of the last week. */
export const attention: UseCase<typeof requests.attention> = async (deps) => {
  const { business } = deps.settings;
  return {
    attention: await lists.countAttention(deps.db, (kind) => attentionOf(kind, deps.now(), business)),
  };
};

/** Whom requests can be assigned to, with what each has at hand and was given today: the menu of a request's row. */
export const assignees: UseCase<typeof requests.assignees> = async (deps) => {
  const today = startOfDay(deps.now(), deps.settings.business.time_zone);
  return { assignees: (await repo.listAssignees(deps.db, today)).map(presentAssignee) };
};

/** The open requests of a user. */
export const openWork: UseCase<typeof requests.openWork> = async (deps, _actor, { params }) => {
  await profile(deps, params.id);
  return { open: await repo.countOpenOf(deps.db, params.id) };
};

/** The stat cards (spec §3 Request stats). */
export const stats: UseCase<typeof requests.stats> = async (deps) => ({
  stats: statsOf(await repo.countByStatus(deps.db)),
});

/** The status of a request; 404 when it does not exist. */
export async function statusOf(deps: Deps, id: number) {
  const row = await repo.findRequest(deps.db, id, null);
  if (!row) throw notFound('Request');
  return row.status;
}

/** The number of look-ups of a request, and their devices (spec §2 Tracking tab). */
export const trackingStats: UseCase<typeof requests.trackingStats> = async (deps, actor, { params }) => {
  if (!(await repo.findRequest(deps.db, params.id, onlyOwn(actor)))) throw notFound('Request');
  return viewsOf(deps, params.id);
};
