import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { REFUSED_WORK_FIELD, refusedTexts } from '#contract/words/evidence/refused-work.ts';
import { contentOf } from '#server/features/files/files.service.ts';
import { sweepOrphans } from '#server/features/files/files.sweep.service.ts';
import { anAssignedRequest, aRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, pathOf, readRequest, updateWork } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

type Request = { id: number; external_id: string };
const give = (request: Request, to: Person) =>
  admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: to.id } });
const completion = () => ({ status: 'completed', signature: signed, rating: 5, notes: 'Nine poles.' });
const aPhoto = async () => [{ name: 'pole.png', bytes: await picture() }];
/** What the office's bell says of a request's refused work. */
const told = async ({ external_id }: Request) => {
  const { notifications } = await admin.call(api.notifications.list, { query: {} });
  return notifications.filter(({ title }) => title === `Request ${external_id}: work not saved`);
};
const entriesOf = async ({ id }: Request, action: string) =>
  (await admin.call(api.audit.list, { query: { entity: 'request', entity_id: String(id), action: action as never } }))
    .entries;
const waitingOn = async (request: Request, who = admin) => (await readRequest(who, request)).refused_work;

/** A request that was the technician's, with a completion of theirs that came too late. */
async function refusedCompletion(from = technician) {
  const next = await as(test, 'technician', { name: 'Nick' });
  const request = await anAssignedRequest(test, admin, from);
  await give(request, next);
  const idempotencyKey = randomUUID();
  const send = async (body: object = completion()) =>
    updateWork(from, request, body, { files: await aPhoto(), idempotencyKey });
  const answer = await send();
  const [work] = await waitingOn(request);
  return { next, request, send, answer, id: work?.id ?? 0 };
}
const settle = (who: Person, how: 'save' | 'discard', id: number, body: object = {}) =>
  who.attempt(api.refusedWork[how], { params: { id: String(id) }, ...(how === 'save' && { body }) });

describe('an update that comes after the request went to someone else', () => {
  it('waits for the office with its photos and its signature', async () => {
    const { request, answer } = await refusedCompletion();
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 'not_found', details: [{ field: REFUSED_WORK_FIELD, message: refusedTexts.atOffice }] },
    });
    expect(await readRequest(admin, request)).toMatchObject({
      status: 'assigned',
      files: [],
      rating: null,
      refused_work: [
        {
          technician: { id: technician.id, name: 'Tina' },
          status: 'completed',
          notes: 'Nine poles.',
          rating: 5,
          signature: { file_name: 'signature.png' },
          signature_kind: 'drawn',
          files: [{ file_name: 'pole.png' }],
        },
      ],
    });
  });

  it('notifies the office once for each handover', async () => {
    const { next, request } = await refusedCompletion();
    await updateWork(technician, request, completion());
    expect(await told(request)).toMatchObject([
      {
        message:
          'Tina sent it as completed, but the request is assigned to Nick now. Open the request to save or discard the update.',
        priority: 'high',
        link: `/dashboard/admin?requestId=${request.id}`,
      },
    ]);
    expect(await entriesOf(request, 'requests.refuse_work')).toMatchObject([
      { actor: { name: 'Tina' }, after: { refused_status: 'completed', assigned_to: next.id } },
      { actor: { name: 'Tina' }, after: { refused_status: 'completed', assigned_to: next.id } },
    ]);
    const { history } = await readRequest(admin, request);
    expect(history.filter(({ change }) => change === 'refusal')).toMatchObject([{ by: 'Tina', to: 'Nick' }]);
  });

  it('lands once, however often the same call is repeated', async () => {
    const { request, send } = await refusedCompletion();
    const again = await Promise.all([send(), send()]);
    expect(again.map(({ status }) => status)).toEqual([404, 404]);
    expect(await waitingOn(request)).toHaveLength(1);
    expect(await entriesOf(request, 'requests.refuse_work')).toHaveLength(1);
  });

  it('lands once when its two tries arrive together', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    await give(request, await as(test, 'technician'));
    const more = { files: await aPhoto(), idempotencyKey: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => updateWork(technician, request, completion(), more)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await entriesOf(request, 'requests.refuse_work')).toHaveLength(1);
  });

  it('stays landed when the request is given back before the repeat', async () => {
    const { request, send } = await refusedCompletion();
    await give(request, technician);
    const { version } = await readRequest(admin, request);
    expect((await send()).body).toMatchObject({ details: [{ field: REFUSED_WORK_FIELD }] });
    expect(await readRequest(admin, request)).toMatchObject({ status: 'completed', version });
  });

  it('replaces an earlier one that still waits', async () => {
    const { request } = await refusedCompletion();
    await updateWork(technician, request, { status: 'in_progress', notes: 'Ten poles.' });
    expect(await waitingOn(request)).toMatchObject([{ notes: 'Ten poles.', status: 'in_progress', files: [] }]);
  });

  it('lands also when the request goes while its photos arrive', async () => {
    const next = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician);
    const { keep } = test.deps.files;
    test.deps.files.keep = async (key, file) => {
      test.deps.files.keep = keep;
      await give(request, next);
      return keep(key, file);
    };
    expect((await updateWork(technician, request, completion(), { files: await aPhoto() })).status).toBe(404);
    expect(await waitingOn(request)).toMatchObject([{ files: [{ file_name: 'pole.png' }] }]);
  });

  it('is refused with the names of photos that nobody could open', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    await give(request, await as(test, 'technician'));
    const files = [{ name: 'pole.png', bytes: Buffer.from('not a picture') }];
    const answer = await updateWork(technician, request, completion(), { files });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'images' }] } });
    expect(await waitingOn(request)).toEqual([]);
  });

  it('has files that the sweep leaves where they are', async () => {
    const { id } = await refusedCompletion();
    const later = { ...test.deps, now: () => new Date(test.deps.now().getTime() + 2 * 3_600_000) };
    await sweepOrphans(later);
    const rows = await test.deps.db.selectFrom('files').select('id').where('refused_work_id', '=', id).execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(await contentOf(test.deps, row.id)).not.toBeNull();
  });

  it('of someone who never had the request is kept nowhere', async () => {
    const request = await aRequest(test);
    const answer = await updateWork(technician, request, completion());
    expect(answer).toMatchObject({ status: 404, body: { message: 'Request not found' } });
    expect((await updateWork(technician, { id: 2_000_000_000 }, completion())).status).toBe(404);
    expect(await told(request)).toEqual([]);
    expect(await waitingOn(request)).toEqual([]);
  });
});

describe('refused work', () => {
  it('is saved by the office as its technician’s', async () => {
    const { request, id } = await refusedCompletion();
    expect((await settle(admin, 'save', id)).status).toBe(200);
    const saved = await readRequest(admin, request);
    expect(saved).toMatchObject({
      status: 'completed',
      rating: 5,
      signature: { file_name: 'signature.png' },
      files: [{ file_name: 'pole.png', uploader: { name: 'Tina' } }],
      evidence: [{ recorded_by: 'Tina' }],
      refused_work: [],
    });
    expect(saved.notes).toMatch(/Tina\nNine poles\.$/);
    expect(await entriesOf(request, 'requests.update_with_files')).toMatchObject([
      { actor: { name: 'Ada' }, after: { status: 'completed', work_of: technician.id } },
    ]);
    expect(await told(request)).toEqual([]);
  });

  it('is saved without its completion when the request was completed by someone else', async () => {
    const { next, request, id } = await refusedCompletion();
    await updateWork(next, request, { ...completion(), rating: 2 });
    expect(await settle(admin, 'save', id)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect((await settle(admin, 'save', id, { parts: 'notes_and_photos' })).status).toBe(200);
    expect(await readRequest(admin, request)).toMatchObject({
      rating: 2,
      files: [{ file_name: 'pole.png' }],
      refused_work: [],
    });
  });

  it('leaves a status that its technician did not choose as the office set it', async () => {
    const next = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician);
    const { version } = await readRequest(technician, request);
    await give(request, next);
    await updateWork(next, request, completion());
    await updateWork(technician, request, { status: 'assigned', notes: 'Nine poles.', version });
    const [work] = await waitingOn(request);
    expect(work).toMatchObject({ status: null });
    expect((await settle(admin, 'save', work?.id ?? 0)).status).toBe(200);
    expect(await readRequest(admin, request)).toMatchObject({ status: 'completed', rating: 5 });
  });

  it('is discarded, and its files stay stored', async () => {
    const { request, id } = await refusedCompletion();
    expect((await settle(admin, 'discard', id)).status).toBe(200);
    expect(await readRequest(admin, request)).toMatchObject({ status: 'assigned', files: [], refused_work: [] });
    expect(await entriesOf(request, 'requests.discard_refused_work')).toMatchObject([
      { actor: { name: 'Ada' }, after: { refused_work_of: technician.id } },
    ]);
    expect(await told(request)).toEqual([]);
    const rows = await test.deps.db.selectFrom('files').select('id').where('refused_work_id', '=', id).execute();
    expect(rows).toHaveLength(2);
  });

  it('is decided once by two people at the same time', async () => {
    const { id } = await refusedCompletion();
    const answers = await Promise.all([settle(admin, 'save', id), settle(admin, 'discard', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is saved when the request is theirs again', async () => {
    const { request } = await refusedCompletion();
    await give(request, technician);
    expect(await readRequest(admin, request)).toMatchObject({
      status: 'completed',
      rating: 5,
      files: [{ file_name: 'pole.png' }],
      evidence: [{ recorded_by: 'Tina' }],
      refused_work: [],
    });
    expect(await told(request)).toEqual([]);
  });

  it('is saved when everything of someone else goes back to them', async () => {
    const { next, request } = await refusedCompletion();
    await admin.call(api.users.toggleStatus, { ...pathOf(next), body: { taker_id: technician.id } });
    expect((await readRequest(admin, request)).status).toBe('completed');
  });

  it('is seen and decided by its technician only on a request that is theirs again', async () => {
    const { next, request, id } = await refusedCompletion();
    expect(await waitingOn(request, next)).toEqual([]);
    for (const who of [next, technician]) expect((await settle(who, 'save', id)).status).toBe(404);
    // What is completed already stays as it is, so the work waits for a decision.
    await updateWork(next, request, { ...completion(), rating: 2 });
    await give(request, technician);
    expect(await waitingOn(request, technician)).toHaveLength(1);
    expect((await settle(technician, 'save', id, { parts: 'notes_and_photos' })).status).toBe(200);
    expect(await readRequest(technician, request)).toMatchObject({ rating: 2, files: [{ file_name: 'pole.png' }] });
  });

  it('stays told while nobody has decided about it', async () => {
    const { request } = await refusedCompletion();
    await give(request, await as(test, 'technician'));
    expect(await told(request)).toHaveLength(1);
  });
});
