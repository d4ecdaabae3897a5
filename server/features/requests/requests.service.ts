import type { z } from 'zod';
import {
  type requestDetail,
  type requestSummary,
  type requests,
  requestTexts,
  type Status,
} from '#contract/requests.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { Staff } from '#server/lib/actor.ts';
import { deskTime, windowOf } from '#server/lib/dates.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { rememberCustomer } from '../customers/customers.service.ts';
import * as files from '../files/files.service.ts';
import { recordView } from '../tracking/tracking.service.ts';
import { lockAssignable } from '../users/users.service.ts';
import * as repo from './requests.repo.ts';
import { evidenceProblems, joinNotes, moveProblem, statusColumns, statusOnAssign } from './requests.rules.ts';

const ID_TRIES = 5;

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** A technician reaches only what is assigned to them (spec §6): the id every query of theirs must match. */
const onlyOwn = (actor: Staff) => (actor.role === 'technician' ? actor.id : null);

const presentSummary = (row: repo.SummaryRow): z.input<typeof requestSummary> => ({
  id: row.id,
  external_id: row.external_id,
  title: row.title,
  status: row.status,
  priority: row.priority,
  service_type: row.service_type,
  assigned_to: row.assigned_to,
  assignedTechnician: row.technician_name === null ? null : { name: row.technician_name },
  customer: { name: row.customer_name, email: row.customer_email },
  rating: row.rating,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  completed_at: iso(row.completed_at),
});

async function presentDetail(deps: Deps, row: repo.RequestRow): Promise<z.input<typeof requestDetail>> {
  const [notes, stored] = await Promise.all([repo.listNotes(deps.db, row.id), files.listOf(deps, row.id)]);
  const zone = deps.business.time_zone;
  return {
    ...presentSummary(row),
    description: row.description,
    customer: {
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      address: row.customer_address,
      payment_address: row.payment_address,
    },
    customer_notes: row.customer_notes,
    notes: joinNotes(notes.map((note) => ({ ...note, at: deskTime(note.created_at, zone) }))),
    ...stored,
  };
}

async function insertWithNewId(
  deps: Deps,
  tx: Database,
  row: Omit<Parameters<typeof repo.insertRequest>[1], 'external_id'>,
) {
  for (let attempt = 0; attempt < ID_TRIES; attempt += 1) {
    const external_id = deps.newTrackingId();
    const inserted = await repo.insertRequest(tx, { ...row, external_id });
    if (inserted) return { id: inserted.id, external_id };
  }
  throw new Error(`no free tracking ID in ${ID_TRIES} tries`);
}

/** A customer's submission (spec §2 Request, §5): files first made durable, then everything in one transaction. */
export const create: UseCase<typeof requests.create> = async (deps, _visitor, { body, files: uploads }) => {
  const checked = await files.checkUploads(uploads, 'documents', 'attachment');
  await files.store(deps, checked);
  const now = deps.now();
  const customer = {
    name: body.customerName,
    email: body.customerEmail,
    phone: body.customerPhone,
    address: body.customerAddress,
    payment_address: body.paymentAddress ?? null,
  };
  const external_id = await deps.db.transaction().execute(async (tx) => {
    const created = await insertWithNewId(deps, tx, {
      title: body.title,
      description: body.description,
      priority: body.priority,
      service_type: body.service_type ?? null,
      customer_id: await rememberCustomer(tx, customer, now),
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      customer_address: customer.address,
      payment_address: customer.payment_address,
      created_at: now,
      updated_at: now,
    });
    await repo.addStatusChange(tx, { request_id: created.id, status: 'pending', changed_by: null, changed_at: now });
    await files.attach(tx, checked, { requestId: created.id, uploadedBy: null, at: now });
    return created.external_id;
  });
  return { request: { external_id } };
};

/** The public answer to "where is it?" (spec §2 Track): no customer data, no notes, no names, no files. */
export const track: UseCase<typeof requests.track> = async (deps, visitor, { params, query }) => {
  const row = await repo.findByTrackingId(deps.db, params.id);
  if (!row) throw new DomainError('not_found', 'No request found with this tracking ID');
  const changes = await repo.listStatusChanges(deps.db, row.id);
  if (!query.refresh) recordView(deps, row.id, visitor);
  return {
    request: {
      external_id: row.external_id,
      title: row.title,
      status: row.status,
      priority: row.priority,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      completed_at: iso(row.completed_at),
      timeline: changes.map((change) => ({ status: change.status, at: change.changed_at.toISOString() })),
    },
  };
};

/** The office's list (spec §2 Admin Dashboard): filtered, sorted and paged in the database. */
export const list: UseCase<typeof requests.list> = async (deps, _actor, { query }) => {
  const { sort, limit, page, ...choice } = query;
  const filter = { ...choice, ...windowOf(choice, deps.now(), deps.business.time_zone) };
  const [rows, matched, total] = await Promise.all([
    repo.listRequests(deps.db, filter, { sort, limit, page }),
    repo.countMatching(deps.db, filter),
    repo.countMatching(deps.db, { from: null, before: null }),
  ]);
  return { requests: rows.map(presentSummary), matched, total, page, limit };
};

export const listMine: UseCase<typeof requests.listMine> = async (deps, actor) => ({
  requests: (await repo.listAssignedTo(deps.db, actor.id)).map(presentSummary),
});

/** The stat cards (spec §3 Request stats). Cancelled requests count in the total only. */
export const stats: UseCase<typeof requests.stats> = async (deps) => {
  const counts: Record<Status, number> = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status, n } of await repo.countByStatus(deps.db)) counts[status] = n;
  const { cancelled, ...shown } = counts;
  const total = Object.values(shown).reduce((sum, n) => sum + n, cancelled);
  return { stats: { total, ...shown } };
};

async function detailAnswer(deps: Deps, actor: Staff, id: number) {
  const row = await repo.findRequest(deps.db, id, onlyOwn(actor));
  if (!row) throw notFound('Request');
  return { request: await presentDetail(deps, row) };
}

export const get: UseCase<typeof requests.get> = (deps, actor, { params }) => detailAnswer(deps, actor, params.id);

/** Moves a locked request to a status and writes its timeline; a note belongs to the same moment. */
async function moveTo(
  tx: Database,
  change: { request: NonNullable<Awaited<ReturnType<typeof repo.lockRequest>>>; to: Status; actor: Staff; at: Date },
) {
  const { request, to, actor, at } = change;
  if (to !== request.status) {
    await repo.addStatusChange(tx, { request_id: request.id, status: to, changed_by: actor.id, changed_at: at });
  }
  return statusColumns(request, to, at);
}

async function note(tx: Database, requestId: number, body: string | undefined, actor: Staff, at: Date) {
  if (body) await repo.addNote(tx, { request_id: requestId, author_id: actor.id, body, created_at: at });
}

/** Dispatches a request to an active technician or admin (spec §2 Assignment, §6). */
export const assign: UseCase<typeof requests.assign> = async (deps, actor, { params, body }) => {
  await deps.db.transaction().execute(async (tx) => {
    const at = deps.now();
    const request = await repo.lockRequest(tx, params.id, null);
    if (!request) throw notFound('Request');
    const technician = await lockAssignable(tx, body.technician_id);
    if (!technician) throw invalid([{ field: 'technician_id', message: requestTexts.chooseTechnician }]);
    const columns = await moveTo(tx, { request, to: statusOnAssign(request.status), actor, at });
    await repo.updateRequest(tx, request.id, { ...columns, assigned_to: technician.id });
    await note(tx, request.id, body.notes, actor, at);
  });
  return detailAnswer(deps, actor, params.id);
};

/** The office sets any of the five statuses (spec §4). */
export const changeStatus: UseCase<typeof requests.changeStatus> = async (deps, actor, { params, body }) => {
  await deps.db.transaction().execute(async (tx) => {
    const at = deps.now();
    const request = await repo.lockRequest(tx, params.id, null);
    if (!request) throw notFound('Request');
    await repo.updateRequest(tx, request.id, await moveTo(tx, { request, to: body.status, actor, at }));
    await note(tx, request.id, body.notes, actor, at);
  });
  return detailAnswer(deps, actor, params.id);
};

/** Refuses a move the role may not make, and a completion without signature and rating (spec §5). */
function refuseUpdate(actor: Staff, from: Status, update: Parameters<typeof evidenceProblems>[1]) {
  const refused = moveProblem(actor.role, from, update.status);
  if (refused) throw invalid([refused]);
  const missing = evidenceProblems(from, update);
  if (missing.length > 1) throw new DomainError('validation_failed', requestTexts.evidenceNeeded, missing);
  if (missing.length) throw invalid(missing);
}

/** The technician's update (spec §5): photos any time; completing takes the customer's signature and rating. */
export const updateWithFiles: UseCase<typeof requests.updateWithFiles> = async (deps, actor, input) => {
  const { params, body } = input;
  const completing = body.status === 'completed';
  const reachable = await repo.findRequest(deps.db, params.id, onlyOwn(actor));
  if (!reachable) throw notFound('Request');
  refuseUpdate(actor, reachable.status, body);

  const checked = await files.checkUploads(input.files, 'images', 'photo');
  if (completing && body.signature) checked.push(await files.checkSignature(body.signature));
  await files.store(deps, checked);
  await deps.db.transaction().execute(async (tx) => {
    const at = deps.now();
    const request = await repo.lockRequest(tx, params.id, onlyOwn(actor));
    if (!request) throw notFound('Request');
    refuseUpdate(actor, request.status, body);
    const columns = await moveTo(tx, { request, to: body.status, actor, at });
    const evidence = completing
      ? {
          ...(body.rating ? { rating: body.rating } : {}),
          ...(body.customer_notes ? { customer_notes: body.customer_notes } : {}),
        }
      : {};
    await repo.updateRequest(tx, request.id, { ...columns, ...evidence });
    await note(tx, request.id, body.notes, actor, at);
    await files.attach(tx, checked, { requestId: request.id, uploadedBy: actor.id, at });
  });
  return detailAnswer(deps, actor, params.id);
};
