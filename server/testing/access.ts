import { randomUUID } from 'node:crypto';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { aFreeShelf, backupChoices } from './access/backups.ts';
import { admins, anyone, type Cells, desk, type Foreign, missing, noneThere, signedIn, staff } from './access/cells.ts';
import { someHeld } from './access/held.ts';
import {
  aMessage,
  aNotice,
  assignedToOther,
  aView,
  choice,
  completed,
  id,
  newDetails,
  nobody,
  notAssignable,
  ownNotice,
  ownView,
  type Prepare,
  signedLink,
  someone,
  someToAssign,
  someToCancel,
  someToResolve,
  someToRestore,
  someToTakeBack,
  userForm,
  viewForm,
  workOrderLink,
} from './access/inputs.ts';
import { aKeyToEnd, keyForm } from './access/keys.ts';
import { aFailedMail, anInvited, aPreview, aResetLink, mailChoices, unsignedPreviews } from './access/mail.ts';
import { aQuestion, leftWork, waitingWork } from './access/refused-work.ts';
import { newestEntry } from './audit.ts';
import { aRequest, PASSWORD, submission } from './factories.ts';

type Api = typeof api;
/** Every operation of the contract, as `feature.name`. */
export type OperationName = { [G in keyof Api]: `${G}.${keyof Api[G] & string}` }[keyof Api];
export type EndpointOf<N extends OperationName> = N extends `${infer G extends keyof Api}.${infer K}`
  ? K extends keyof Api[G]
    ? Api[G][K]
    : never
  : never;

type Row = {
  /** The status for each principal when the call names existing objects. */
  cells: Cells;
  input?: Prepare;
};

const notices: Foreign = {
  foreign: { status: 404, inputs: [(world) => aNotice(world, world.office), () => id(nobody)] },
};

/**
 * The access table: the status of every operation of the contract for every principal. An operation without a row, or with
 * an id but without foreign ids, does not compile.
 */
export const access = {
  'auth.login': {
    cells: anyone(200),
    input: ({ office }) => ({ body: { email: office.email, password: PASSWORD } }),
  },
  'auth.logout': { cells: signedIn(200) },
  'auth.me': { cells: signedIn(200) },
  // There already is an admin, so no link is valid.
  'auth.setup': {
    cells: anyone(403),
    input: () => ({
      body: {
        ...userForm('Second'),
        setup_token: 'x'.repeat(43),
        password: 'not-used-9-x',
        role: undefined,
        is_active: undefined,
      },
    }),
  },
  'auth.forgotPassword': { cells: anyone(200), input: ({ office }) => ({ body: { email: office.email } }) },
  'auth.resetPassword': { cells: anyone(200), input: aResetLink },
  'auth.checkLink': { cells: anyone(200), input: () => ({ body: { token: 'x'.repeat(43) } }) },
  'auth.checkPassword': { cells: anyone(200), input: () => ({ body: { password: PASSWORD } }) },
  'users.list': { cells: admins(200) },
  'users.get': { cells: admins(200), input: someone, ...missing() },
  'users.create': { cells: admins(201), input: () => ({ body: { ...userForm('New'), password: 'ladders-up-at-9' } }) },
  'users.invite': { cells: admins(200), input: anInvited, ...missing() },
  'users.update': {
    cells: admins(200),
    input: async (world, who) => ({ ...(await someone(world, who)), body: userForm('Edited') }),
    ...missing(userForm('Edited')),
  },
  'users.remove': { cells: admins(200), input: someone, ...missing() },
  'users.toggleStatus': { cells: admins(200), input: someone, ...missing() },
  'users.changePassword': {
    cells: signedIn(200),
    input: ({ passwords }) => {
      const new_password = `ladders-${randomUUID()}`;
      passwords.push(new_password);
      return { body: { current_password: PASSWORD, new_password } };
    },
  },

  'requests.create': { cells: anyone(201), input: () => ({ body: submission() }) },
  'requests.enter': { cells: admins(201), input: () => ({ body: submission() }) },
  'requests.listFromContact': { cells: desk(200), input: aMessage, ...noneThere() },
  'requests.track': {
    cells: anyone(200),
    input: ({ request }) => id(request.external_id),
    foreign: { status: 404, inputs: [() => id('REQ-AAAAAAAAA-AAAAA')] },
  },
  'requests.list': { cells: desk(200) },
  'requests.export': { cells: desk(200) },
  'requests.towns': { cells: desk(200) },
  'requests.assignees': { cells: admins(200) },
  'requests.listMine': { cells: staff(200, 200, 403, 200) },
  'requests.openWork': { cells: admins(200), input: someone, ...missing() },
  'requests.stats': { cells: desk(200) },
  'requests.attention': { cells: desk(200) },
  'requests.get': { cells: staff(200, 404, 200, 200), input: ({ request }) => id(request.id), ...missing() },
  'requests.notes': { cells: staff(200, 404, 200, 200), input: ({ request }) => id(request.id), ...missing() },
  'requests.files': { cells: staff(200, 404, 200, 200), input: ({ request }) => id(request.id), ...missing() },
  'requests.update': {
    cells: admins(200),
    input: ({ request }) => ({ ...id(request.id), body: { title: `Corrected ${randomUUID()}` } }),
    ...missing({ title: 'Corrected' }),
  },
  'requests.trackingStats': { cells: desk(200), input: ({ request }) => id(request.id), ...missing() },
  'requests.assign': {
    cells: admins(200),
    input: async ({ test, people }) => ({
      ...id((await aRequest(test)).id),
      body: { technician_id: people.other.id, notes: 'Ring first.' },
    }),
    foreign: { status: 400, inputs: notAssignable },
  },
  'requests.changeStatus': {
    cells: admins(200),
    input: ({ request }) => ({ ...id(request.id), body: { status: 'in_progress', notes: 'On the truck.' } }),
    ...missing({ status: 'in_progress' }),
  },
  'requests.unassign': { cells: admins(200), input: assignedToOther, ...missing({}) },
  'requests.assignMany': { cells: admins(200), input: someToAssign },
  'requests.unassignMany': { cells: admins(200), input: someToTakeBack },
  'requests.changeStatusOfMany': { cells: admins(200), input: someToCancel },
  'requests.restoreMany': { cells: admins(200), input: someToRestore },
  'requests.updateWithFiles': {
    cells: staff(200, 404, 403, 200),
    input: ({ request }) => ({ ...id(request.id), body: { status: 'in_progress', notes: 'On site.' }, files: [] }),
    foreign: {
      status: 404,
      inputs: [() => ({ ...id(nobody), body: { status: 'in_progress' }, files: [] })],
    },
  },

  'refusedWork.ask': { cells: anyone(200), input: aQuestion },
  'refusedWork.handOver': {
    cells: anyone(201),
    input: leftWork,
    foreign: { status: 404, inputs: [async (world, who) => ({ ...(await leftWork(world, who)), ...id(nobody) })] },
  },
  'refusedWork.save': { cells: staff(200, 404, 403, 200), input: waitingWork, ...missing({}) },
  'refusedWork.discard': {
    cells: staff(200, 404, 403, 200),
    input: async (world, who) => ({ params: (await waitingWork(world, who)).params ?? {} }),
    ...missing(),
  },
  'heldRequests.list': { cells: desk(200) },
  'heldRequests.count': { cells: desk(200) },
  'heldRequests.accept': { cells: admins(200), input: someHeld, ...missing() },
  'heldRequests.remove': { cells: admins(200), input: someHeld, ...missing() },

  'customers.list': { cells: desk(200) },
  'customers.get': { cells: desk(200), input: ({ customerId }) => id(customerId), ...missing() },
  'customers.stats': { cells: desk(200), input: ({ customerId }) => id(customerId), ...missing() },

  'contact.submit': {
    cells: anyone(201),
    input: () => ({ body: { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?' } }),
  },
  'contact.list': { cells: desk(200) },
  'contact.get': { cells: desk(200), input: aMessage, ...missing() },
  'contact.setStatus': {
    cells: admins(200),
    input: async (world) => ({ ...(await aMessage(world)), body: { status: 'contacted' } }),
    ...missing({ status: 'contacted' }),
  },
  'contact.setStatusOfMany': { cells: admins(200), input: someToResolve },
  'contact.setNotes': {
    cells: admins(200),
    input: async (world) => ({ ...(await aMessage(world)), body: { notes: 'Rang back.' } }),
    ...missing({ notes: 'Rang back.' }),
  },
  'contact.remove': { cells: admins(200), input: aMessage, ...missing() },
  'files.open': {
    cells: anyone(200),
    input: signedLink,
    foreign: {
      status: 403,
      // With the signature of another file, and without a signature.
      inputs: [async (world) => ({ ...(await signedLink(world)), ...id(randomUUID()) }), () => id(randomUUID())],
    },
  },
  'live.follow': { cells: signedIn(200) },

  'notifications.list': { cells: signedIn(200) },
  'notifications.unreadCount': { cells: signedIn(200) },
  'notifications.read': { cells: signedIn(200), input: ownNotice, ...notices },
  'notifications.markAllRead': { cells: signedIn(200), input: ownNotice },
  'notifications.remove': { cells: signedIn(200), input: ownNotice, ...notices },
  'settings.get': { cells: desk(200) },
  'settings.update': { cells: admins(200), input: newDetails },
  'keys.list': { cells: admins(200) },
  'keys.create': { cells: admins(201), input: keyForm },
  'keys.end': { cells: admins(200), input: aKeyToEnd, ...missing() },
  'backups.settings': { cells: admins(200) },
  'backups.updateSettings': { cells: admins(200), input: () => ({ body: backupChoices }) },
  'backups.start': { cells: admins(202), input: aFreeShelf },
  'mail.settings': { cells: admins(200) },
  'mail.updateSettings': { cells: admins(200), input: () => ({ body: mailChoices }) },
  'mail.state': { cells: admins(200) },
  'mail.sendTest': { cells: admins(200), input: () => ({ body: { to: 'tester@example.com' } }) },
  'mail.previews': { cells: admins(200) },
  'mail.preview': {
    cells: anyone(200),
    input: aPreview,
    foreign: { status: 403, inputs: unsignedPreviews },
  },
  'mail.list': { cells: admins(200) },
  'mail.setAside': { cells: admins(200), input: aFailedMail, ...missing() },
  'mail.sendAgain': { cells: admins(200), input: aFailedMail, ...missing() },

  'reports.report': { cells: desk(200) },
  'reports.export': { cells: desk(200), input: () => ({ query: { table: 'status' } }) },
  'reports.analytics': { cells: desk(200) },
  'reports.monitor': { cells: desk(200) },
  'reports.monthly': { cells: admins(200) },
  'reports.chooseMonthly': { cells: admins(200), input: () => ({ body: { is_wanted: true } }) },
  'reports.monthlyDocument': { cells: admins(200) },

  'audit.list': { cells: desk(200) },
  'audit.actors': { cells: desk(200) },
  'audit.export': { cells: desk(200) },
  'audit.overview': { cells: desk(200) },
  'audit.startVerification': { cells: desk(200) },
  'audit.verification': { cells: desk(200) },
  'audit.get': { cells: desk(200), input: async ({ test }) => id(await newestEntry(test)), ...missing() },

  'views.list': { cells: desk(200) },
  'views.create': { cells: desk(201), input: () => ({ body: viewForm(randomUUID()) }) },
  'views.update': {
    cells: desk(200),
    input: async (world, who) => ({ ...(await ownView(world, who)), body: viewForm(randomUUID()) }),
    foreign: {
      status: 404,
      inputs: [
        async (world) => ({ ...(await aView(world, world.office)), body: viewForm('Taken over') }),
        () => ({ ...id(nobody), body: viewForm('Nobody') }),
      ],
    },
  },
  'views.remove': {
    cells: desk(200),
    input: ownView,
    foreign: { status: 404, inputs: [(world) => aView(world, world.office), () => id(nobody)] },
  },
  'views.chooseTable': { cells: desk(200), input: () => ({ body: { table: 'contacts', ...choice } }) },

  'workOrders.print': { cells: staff(200, 404, 200, 200), input: ({ request }) => id(request.id), ...missing() },
  'workOrders.link': { cells: admins(200), input: ({ request }) => id(request.id), ...missing() },
  'workOrders.createLink': { cells: admins(201), input: completed, ...missing() },
  'workOrders.revokeLink': { cells: admins(200), input: completed, ...missing() },
  'workOrders.open': {
    cells: anyone(200),
    input: workOrderLink,
    foreign: {
      status: 403,
      // With the signature of another link, and without a signature.
      inputs: [async (world) => ({ ...(await workOrderLink(world)), ...id(randomUUID()) }), () => id(randomUUID())],
    },
  },

  'system.health': { cells: anyone(200) },
  'system.ready': { cells: anyone(200) },
  'system.state': { cells: admins(200) },
} satisfies Record<OperationName, Row> & {
  [N in OperationName]: EndpointOf<N> extends { params: object } ? Row & Foreign : Row;
};

/** The operations with their endpoints. */
export const operations = Object.entries<Row & Partial<Foreign>>(access).map(([name, row]) => {
  const [group, key] = name.split('.') as [keyof Api, string];
  const endpoint = (api[group] as Record<string, Endpoint>)[key];
  if (!endpoint) throw new Error(`${name} is not in the contract`);
  return { name: name as OperationName, endpoint, row };
});
