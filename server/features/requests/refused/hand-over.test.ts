import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { tokenHash } from '#server/lib/tokens.ts';
import { anAssignedRequest, aRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, pathOf, readRequest } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

type Request = { id: number };
const completion = () => ({ status: 'completed', signature: signed, rating: 5, notes: 'Nine poles.' });
const aPhoto = async () => [{ name: 'pole.png', bytes: await picture() }];
const waitingOn = async (request: Request) => (await readRequest(admin, request)).refused_work;

describe('a device whose technician can’t send', () => {
  const device = (who: Person) => ({
    technician_id: who.id,
    proof: tokenHash(who.token ?? '').toString('hex'),
  });
  const ask = async (who: Person, request: Request) =>
    test.caller().attempt(api.refusedWork.ask, { body: { ...device(who), request_ids: [request.id] } });
  const handOver = async (who: Person, request: Request, idempotencyKey: string = randomUUID()) =>
    test.caller().attempt(api.refusedWork.handOver, {
      ...pathOf(request),
      body: { ...completion(), ...device(who) },
      files: await aPhoto(),
      idempotencyKey,
    });
  const deactivate = (who: Person) => admin.call(api.users.toggleStatus, { ...pathOf(who), body: {} });

  it('hands over the work of a deactivated technician', async () => {
    const gone = await as(test, 'technician', { name: 'Gil' });
    const request = await anAssignedRequest(test, admin, gone);
    await deactivate(gone);
    expect((await ask(gone, request)).body).toEqual({ request_ids: [request.id] });
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) expect((await handOver(gone, request, key)).status).toBe(201);
    expect(await waitingOn(request)).toMatchObject([
      { technician: { name: 'Gil' }, rating: 5, files: [{ file_name: 'pole.png' }] },
    ]);
  });

  it('hands over what a signed-out technician has lost', async () => {
    const away = await as(test, 'technician', { name: 'Ann' });
    const request = await anAssignedRequest(test, admin, away);
    await admin.call(api.requests.unassign, { ...pathOf(request), body: {} });
    await away.call(api.auth.logout, {});
    expect((await handOver(away, request)).status).toBe(201);
    expect(await waitingOn(request)).toHaveLength(1);
  });

  it('keeps what its technician can still send', async () => {
    const away = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, away);
    await away.call(api.auth.logout, {});
    expect((await ask(away, request)).body).toEqual({ request_ids: [] });
    expect((await handOver(away, request)).status).toBe(409);
    expect(await waitingOn(request)).toEqual([]);
  });

  it('proves with the session that it once had', async () => {
    const gone = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, gone);
    await deactivate(gone);
    const body = { ...device(technician), technician_id: gone.id, request_ids: [request.id] };
    expect((await test.caller().attempt(api.refusedWork.ask, { body })).status).toBe(403);
    const token = { ...body, proof: tokenHash(tokenHash(gone.token ?? '')).toString('hex') };
    expect((await test.caller().attempt(api.refusedWork.ask, { body: token })).status).toBe(403);
  });

  it('can’t hand over work on a request that its technician never had', async () => {
    const gone = await as(test, 'technician');
    await deactivate(gone);
    const request = await aRequest(test);
    expect((await handOver(gone, request)).status).toBe(404);
  });
});
