import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
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
const completion = () => ({ status: 'completed', signature: signed, rating: 5 });
/** What the office's bell says of a request's refused work. */
const told = async ({ external_id }: Request) => {
  const { notifications } = await admin.call(api.notifications.list, { query: {} });
  return notifications.filter(({ title }) => title === `Request ${external_id}: work not saved`);
};
const refusals = async ({ id }: Request) => {
  const query = { entity: 'request', entity_id: String(id), action: 'requests.refuse_work' } as const;
  return (await admin.call(api.audit.list, { query })).entries;
};

it('A completion that comes after the request went to somebody else is told to the office, once', async () => {
  const next = await as(test, 'technician', { name: 'Nick' });
  const request = await anAssignedRequest(test, admin, technician);
  await give(request, next);
  for (let press = 0; press < 2; press += 1)
    expect((await updateWork(technician, request, completion())).status).toBe(404);
  expect(await told(request)).toMatchObject([
    {
      message:
        'Tina sent it as completed, but the request is assigned to Nick now. The work waits on the device of Tina: it can be saved when the request is theirs again.',
      priority: 'high',
      link: `/dashboard/admin?requestId=${request.id}`,
    },
  ]);
  expect(await refusals(request)).toMatchObject([
    { actor: { name: 'Tina' }, before: null, after: { refused_status: 'completed', assigned_to: next.id } },
  ]);
  const { history } = await readRequest(admin, request);
  expect(history.at(-1)).toMatchObject({ by: 'Tina', change: 'refusal', from: null, to: 'Nick' });
  expect(history.filter(({ change }) => change === 'refusal')).toHaveLength(1);
  // Given to a third one, it waits still. Given back, nothing is left to do; taken away again, it is told again.
  await give(request, await as(test, 'technician'));
  expect(await told(request)).toHaveLength(1);
  await give(request, technician);
  expect(await told(request)).toEqual([]);
  await admin.call(api.requests.unassign, { ...pathOf(request), body: {} });
  await updateWork(technician, request, { status: 'in_progress' });
  const [again, ...others] = await told(request);
  expect(others).toEqual([]);
  expect(again?.message).toContain('Tina sent it as in progress, but the request is unassigned now.');
});

it('The notice that was read stays when the request is given back', async () => {
  const request = await anAssignedRequest(test, admin, technician);
  await admin.call(api.requests.unassign, { ...pathOf(request), body: {} });
  await updateWork(technician, request, completion());
  await admin.call(api.notifications.markAllRead, {});
  await give(request, technician);
  expect(await told(request)).toMatchObject([{ is_read: true }]);
});

it('A completion that meets the change while its photos arrive is told as well', async () => {
  const next = await as(test, 'technician');
  const request = await anAssignedRequest(test, admin, technician);
  const { keep } = test.deps.files;
  test.deps.files.keep = async (key, file) => {
    test.deps.files.keep = keep;
    await give(request, next);
    return keep(key, file);
  };
  const files = [{ name: 'pole.png', bytes: await picture() }];
  expect((await updateWork(technician, request, completion(), { files })).status).toBe(404);
  expect(await told(request)).toHaveLength(1);
});

it('A technician who never had the request, or a request that is not there, is told to nobody', async () => {
  const request = await aRequest(test);
  expect((await updateWork(technician, request, completion())).status).toBe(404);
  expect((await updateWork(technician, { id: 2_000_000_000 }, completion())).status).toBe(404);
  expect(await told(request)).toEqual([]);
  expect(await refusals(request)).toEqual([]);
});
