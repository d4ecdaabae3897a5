import { api } from '#contract/api.ts';
import { anAssignedRequest, as, type Person, signature } from './factories.ts';
import { aSignedInUser } from './people.ts';
import { type Loose, type TestApp, testApp } from './test-app.ts';

/** An app with the admin Ada, the technician Tina, and a customer's signature. */
export async function aFieldWork(): Promise<{ test: TestApp; admin: Person; technician: Person; signed: string }> {
  const test = await testApp();
  const admin = await as(test, 'admin', { name: 'Ada' });
  const technician = await as(test, 'technician', { name: 'Tina' });
  return { test, admin, technician, signed: await signature() };
}

export const pathOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });

/** Sends a work order's update as this person. */
export const updateWork = (
  who: Person,
  request: { id: number },
  body: object,
  more: Pick<Loose, 'files' | 'idempotencyKey'> = {},
) => who.attempt(api.requests.updateWithFiles, { ...pathOf(request), body, ...more });

/** A request as this person sees it. */
export const readRequest = async (who: Person, request: { id: number }) =>
  (await who.call(api.requests.get, pathOf(request))).request;

/** Sends an update with these photos of a request that was taken away: it waits for the office, and no request shows its photos. */
export async function refusedUpdate(test: TestApp, files: NonNullable<Loose['files']>): Promise<void> {
  const [admin, technician] = [await aSignedInUser(test, 'admin'), await aSignedInUser(test, 'technician')];
  const request = await anAssignedRequest(test, admin, technician);
  await admin.call(api.requests.unassign, { ...pathOf(request), body: {} });
  await updateWork(technician, request, { status: 'in_progress' }, { files });
}
