import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { backupChoices } from '../testing/access/backups.ts';
import {
  aMessage,
  aNotice,
  aView,
  completed,
  id,
  someToAssign,
  someToCancel,
  someToResolve,
  someToRestore,
  someToTakeBack,
  viewForm,
  type World,
} from '../testing/access/inputs.ts';
import { mailChoices } from '../testing/access/mail.ts';
import { aWorld } from '../testing/access/world.ts';
import { aRequest } from '../testing/factories.ts';
import { aSession, aUser } from '../testing/people.ts';
import { type Loose, type TestApp, testApp } from '../testing/test-app.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await testApp();
  world = await aWorld(test);
});
afterAll(() => test.close());

const aRequestId = async () => id((await aRequest(test)).id);
const entries = async () => (await test.deps.db.selectFrom('audit_events').select('id').execute()).length;

/** Calls that say how something is to be. The second one finds it so. */
const calls: [name: string, endpoint: Endpoint, input: () => Loose | Promise<Loose>][] = [
  [
    'users.update',
    api.users.update,
    async () => {
      const { id: user, name, email, role } = await aUser(test, 'technician');
      return { ...id(user), body: { name: `${name}, edited`, email, role, is_active: true } };
    },
  ],
  ['requests.update', api.requests.update, async () => ({ ...(await aRequestId()), body: { title: 'Corrected' } })],
  [
    'requests.assign',
    api.requests.assign,
    async () => ({ ...(await aRequestId()), body: { technician_id: world.people.other.id } }),
  ],
  [
    'requests.changeStatus',
    api.requests.changeStatus,
    async () => ({ ...(await aRequestId()), body: { status: 'in_progress' } }),
  ],
  ['requests.assignMany', api.requests.assignMany, () => someToAssign(world, 'admin')],
  ['requests.unassignMany', api.requests.unassignMany, () => someToTakeBack(world, 'admin')],
  ['requests.changeStatusOfMany', api.requests.changeStatusOfMany, () => someToCancel(world, 'admin')],
  ['requests.restoreMany', api.requests.restoreMany, () => someToRestore(world, 'admin')],
  [
    'requests.updateWithFiles',
    api.requests.updateWithFiles,
    async () => ({ ...(await aRequestId()), body: { status: 'in_progress' } }),
  ],
  [
    'contact.setStatus',
    api.contact.setStatus,
    async () => ({ ...(await aMessage(world)), body: { status: 'contacted' } }),
  ],
  ['contact.setStatusOfMany', api.contact.setStatusOfMany, () => someToResolve(world, 'admin')],
  [
    'contact.setNotes',
    api.contact.setNotes,
    async () => ({ ...(await aMessage(world)), body: { notes: 'Rang back.' } }),
  ],
  ['notifications.read', api.notifications.read, () => aNotice(world, world.people.admin)],
  [
    'notifications.markAllRead',
    api.notifications.markAllRead,
    async () => {
      await aNotice(world, world.people.admin);
      return {};
    },
  ],
  ['settings.update', api.settings.update, () => ({ body: { ...test.business, tagline: 'Lights that stay on' } })],
  ['backups.updateSettings', api.backups.updateSettings, () => ({ body: backupChoices })],
  ['mail.updateSettings', api.mail.updateSettings, () => ({ body: mailChoices })],
  ['reports.chooseMonthly', api.reports.chooseMonthly, () => ({ body: { is_wanted: true } })],
  [
    'views.update',
    api.views.update,
    async () => ({ ...(await aView(world, world.people.admin)), body: viewForm('North lot') }),
  ],
  ['views.chooseTable', api.views.chooseTable, () => ({ body: { table: 'contacts', hidden: [], density: 'compact' } })],
  ['workOrders.revokeLink', api.workOrders.revokeLink, async () => (await completed(world, 'admin')) ?? {}],
];

it.each(calls)('%s leaves an event, and none when nothing changes', async (_, endpoint, prepare) => {
  const caller = test.caller(await aSession(test, world.people.admin.id));
  const input = await prepare();
  const before = await entries();
  expect((await caller.attempt(endpoint, input)).status).toBe(200);
  expect(await entries()).toBe(before + 1);
  expect((await caller.attempt(endpoint, input)).status).toBe(200);
  expect(await entries()).toBe(before + 1);
});
