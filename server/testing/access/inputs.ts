import { randomUUID } from 'node:crypto';
import { api } from '#contract/api.ts';
import { aRequest, picture } from '../factories.ts';
import { aSession, aUser, type StaffRow } from '../people.ts';
import type { Loose, TestApp } from '../test-app.ts';

/** The kinds of callers (threats T20). "assigned" is the technician the request is assigned to. */
export const principals = ['anonymous', 'assigned', 'other', 'auditor', 'admin', 'deactivated', 'expired'] as const;
export type Principal = (typeof principals)[number];

/** The data with which the operations are called, with a user for every principal. */
export type World = {
  test: TestApp;
  /** An admin who only prepares the calls of others. */
  office: StaffRow;
  people: Record<Exclude<Principal, 'anonymous'>, StaffRow>;
  request: { id: number; external_id: string };
  customerId: number;
  /** Set by operations that change a password, so that tests can look for it. */
  passwords: string[];
};

export type Prepare = (world: World, who: Principal) => Loose | Promise<Loose>;

/** An id that nothing has. */
export const nobody = 2_147_483_647;
export const id = (value: number | string) => ({ params: { id: String(value) } });

export const userForm = (name: string) => ({
  name,
  email: `${randomUUID()}@forms.example`,
  role: 'technician',
  is_active: true,
});
export const someone: Prepare = async ({ test }) => id((await aUser(test, 'technician')).id);

/** Makes a contact message. */
export async function aMessage({ test }: World): Promise<ReturnType<typeof id>> {
  const row = await test.deps.db
    .insertInto('contact_messages')
    .values({
      name: 'Cora Caller',
      email: 'cora@caller.example',
      message: 'Do you also repair sign lighting?',
      ip_address: '203.0.113.9',
      user_agent: 'a test',
      created_at: test.deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id(row.id);
}

/** A fresh message for each call that changes several. */
export const someToResolve: Prepare = async (world) => {
  const { params } = await aMessage(world);
  return { body: { contacts: [{ id: Number(params.id) }], status: 'resolved' } };
};

/** The parts of the signed path of a stored file. */
export async function signedLink({ test, office }: World): Promise<Loose> {
  const request = await aRequest(test, {}, [{ name: 'pole.png', bytes: await picture() }]);
  const admin = test.caller(await aSession(test, office.id));
  const answer = await admin.call(api.requests.get, { params: { id: String(request.id) } });
  const { pathname, searchParams } = new URL(answer.request.files[0]?.file_path ?? '', 'http://files.invalid');
  return { ...id(pathname.split('/').pop() ?? ''), query: Object.fromEntries(searchParams) };
}

export async function aNotice({ test }: World, user: StaffRow): Promise<Loose> {
  const row = await test.deps.db
    .insertInto('notifications')
    .values({
      user_id: user.id,
      type: 'system',
      title: 'A',
      message: 'B',
      priority: 'low',
      created_at: test.deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id(row.id);
}

/** A notification of the caller's own. */
export const ownNotice: Prepare = (world, who) =>
  aNotice(world, who === 'anonymous' ? world.office : world.people[who]);

/** The columns of a table, and a saved view with them. */
export const choice = { hidden: ['rating'], density: 'compact' };
export const viewForm = (name: string) => ({ name, query: 'status=pending', ...choice });

export async function aView({ test }: World, user: StaffRow): Promise<Loose> {
  const row = await test.deps.db
    .insertInto('views')
    .values({ ...viewForm(randomUUID()), user_id: user.id, changed_at: test.deps.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id(row.id);
}

/** A view of the caller's own. */
export const ownView: Prepare = (world, who) => aView(world, who === 'anonymous' ? world.office : world.people[who]);

/** Details of the business that are new each time. */
export const newDetails: Prepare = ({ test }) => ({ body: { ...test.business, tagline: `Lights ${randomUUID()}` } });

/** A fresh request that is assigned, to someone who is nobody's principal. */
async function othersRequest({ test, office }: World): Promise<number> {
  const request = await aRequest(test);
  const values = { assigned_to: office.id, status: 'assigned' } as const;
  await test.deps.db.updateTable('requests').set(values).where('id', '=', request.id).execute();
  return request.id;
}
export const someToAssign: Prepare = async ({ test, people }) => ({
  body: { requests: [{ id: (await aRequest(test)).id }], technician_id: people.other.id },
});
export const someToTakeBack: Prepare = async (world) => ({ body: { requests: [{ id: await othersRequest(world) }] } });
export const someToCancel: Prepare = async ({ test }) => ({
  body: { requests: [{ id: (await aRequest(test)).id }], status: 'cancelled' },
});
export const someToRestore: Prepare = async (world) => ({
  body: { requests: [{ id: await othersRequest(world), assigned_to: null, status: 'pending' }] },
});
export const assignedToOther: Prepare = async (world) => ({ ...id(await othersRequest(world)), body: {} });

export const notAssignable: Prepare[] = [
  (world) => ({ ...id(world.request.id), body: { technician_id: nobody } }),
  (world) => ({ ...id(world.request.id), body: { technician_id: world.people.auditor.id } }),
  (world) => ({ ...id(world.request.id), body: { technician_id: world.people.deactivated.id } }),
  async ({ test, request }) => {
    const gone = await aUser(test, 'technician', { is_active: false });
    await test.deps.db.updateTable('users').set({ deleted_at: test.deps.now() }).where('id', '=', gone.id).execute();
    return { ...id(request.id), body: { technician_id: gone.id } };
  },
];

/** Makes a completed request with a link for its customer. */
async function completedRequest({ test, office }: World) {
  const request = await aRequest(test);
  const admin = test.caller(await aSession(test, office.id));
  await admin.call(api.requests.changeStatus, { ...id(request.id), body: { status: 'completed' } });
  return { admin, request };
}
export const completed: Prepare = async (world) => id((await completedRequest(world)).request.id);

/** The parts of a customer's link to a work order. */
export async function workOrderLink(world: World): Promise<Loose> {
  const { admin, request } = await completedRequest(world);
  const { link } = await admin.call(api.workOrders.createLink, id(request.id));
  const { pathname, searchParams } = new URL(link.url);
  return { ...id(pathname.split('/').pop() ?? ''), query: Object.fromEntries(searchParams) };
}
