import { expect } from 'vitest';
import { tokenHash } from '#server/lib/tokens.ts';
import { aRequest } from '../factories.ts';
import { aSession } from '../people.ts';
import { id, type Prepare } from './inputs.ts';

/** A request that the office once had, and a device with a session of the office's. */
const aDevice = async ({ test, office }: Parameters<Prepare>[0]) => {
  const request = await aRequest(test);
  await test.deps.db
    .insertInto('request_assignments')
    .values({ request_id: request.id, assigned_from: office.id, changed_at: test.deps.now() })
    .execute();
  const proof = tokenHash(await aSession(test, office.id)).toString('hex');
  return { request, owner: { technician_id: office.id, proof } };
};

export const aQuestion: Prepare = async (world) => {
  const { request, owner } = await aDevice(world);
  return { body: { ...owner, request_ids: [request.id] } };
};

export const leftWork: Prepare = async (world) => {
  const { request, owner } = await aDevice(world);
  return { ...id(request.id), body: { ...owner, status: 'in_progress', notes: 'On site.' }, files: [] };
};

/** Waiting work of the technician who has the request again. */
export const waitingWork: Prepare = async ({ test, people }) => {
  const request = await aRequest(test);
  await test.deps.db
    .updateTable('requests')
    .set({ assigned_to: people.assigned.id, status: 'assigned' })
    .where('id', '=', request.id)
    .execute();
  const row = await test.deps.db
    .insertInto('refused_work')
    .values({
      request_id: request.id,
      technician_id: people.assigned.id,
      status: 'in_progress',
      notes: 'On site.',
      received_at: test.deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...id(row.id), body: {} };
};

/** The entries of these calls in the trail. */
export const refusedWorkTraces = {
  'refusedWork.handOver': {
    action: 'requests.refuse_work',
    entity: 'request',
    by: 'office',
    before: null,
    after: { refused_status: 'in_progress', assigned_to: null, files: [] },
  },
  'refusedWork.save': {
    action: 'requests.update_with_files',
    entity: 'request',
    of: 'new',
    before: { status: 'assigned', rating: null },
    after: { status: 'in_progress', notes: 'On site.', files: [], work_of: expect.any(Number) },
  },
  'refusedWork.discard': {
    action: 'requests.discard_refused_work',
    entity: 'request',
    of: 'new',
    before: null,
    after: { refused_work_of: expect.any(Number) },
  },
} as const;
