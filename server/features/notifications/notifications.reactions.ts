import type { EventOf } from '#contract/events.ts';
import { requestListPath } from '#contract/requests/request-list-path.ts';
import { paths } from '#contract/words/paths.ts';
import { type Status, statusLabels } from '#contract/words/requests.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Context, on } from '#server/events.ts';
import { deleteUnread, deleteUnreadOfAdmins, hasNotice } from './notifications.repo.ts';
import { type Notice, notifyAdmins, notifyUser } from './notifications.service.ts';

/** A status inside a sentence. */
const inWords = (status: Status) => statusLabels[status].toLowerCase();

type Request = EventOf<'request.assigned'>['request'];

const officeLink = (requestId: number) => paths.adminDashboard({ requestId });
const workLink = (requestId: number) => paths.technicianDashboard({ requestId });

/** How much a notification about a request matters. */
const priorityOf = ({ priority }: Pick<Request, 'priority'>) => (priority === 'urgent' ? 'high' : priority);

type OfficeMove = EventOf<'request.assigned' | 'request.unassigned' | 'request.status_changed'>;

const NEW_WORK = 'New work order';
type Words = Pick<Notice, 'type' | 'title' | 'message'>;

/**
 * Notifies somebody of what the office did to a request, unless it was done by themselves. An undo withdraws what they have not read of the
 * change that it takes back, and they hear nothing of either.
 * @param leaves whether the request leaves them: what they have not read of it holds no more
 */
async function notifyOfMove(
  { tx, deps, actor }: Context,
  userId: number | null,
  { request, undoes }: OfficeMove,
  words: Words,
  leaves: boolean,
): Promise<void> {
  if (userId === null) return;
  const link = workLink(request.id);
  const links = [link];
  const isUndone = undoes !== null && (await deleteUnread(tx, userId, { links, since: new Date(undoes) }));
  if (leaves) await deleteUnread(tx, userId, { links });
  if (actor.kind === 'staff' && actor.id === userId) return;
  if (isUndone) {
    // The undone change has withdrawn the order from who had not read it yet.
    const isLost = words.title === NEW_WORK && !(await hasNotice(tx, userId, { link, title: NEW_WORK }));
    if (!isLost) return;
  }
  await notifyUser(deps, tx, userId, { ...words, priority: priorityOf(request), link });
}

const aboutRequest = ({ external_id }: Request, message: string): Words => ({
  type: 'status_update',
  title: `Request ${external_id}`,
  message,
});

/** Notifies whom the office has taken a request away from. */
const notifyFormer = (context: Context, formerId: number | null, event: OfficeMove) =>
  notifyOfMove(
    context,
    formerId,
    event,
    aboutRequest(event.request, `No longer assigned to you: ${event.request.title}`),
    true,
  );

/** Notifies the office of a new request, except who entered or accepted it. */
async function notifyOfNew(
  { tx, deps, actor }: Context,
  { request, customer }: EventOf<'request.created' | 'request.held_accepted'>,
): Promise<void> {
  const notice = {
    type: 'service_request',
    title: request.priority === 'urgent' ? 'New emergency request' : 'New service request',
    message: `${customer.name}: ${request.title}`,
    priority: priorityOf(request),
    link: officeLink(request.id),
  } as const;
  await notifyAdmins(deps, tx, notice, actor.kind === 'staff' ? actor.id : null);
}

async function notifyOfWork(
  { tx, deps, actor }: Context,
  { request, before, after, unsigned, refused_work_of }: EventOf<'request.work_updated'> | EventOf<'request.completed'>,
): Promise<void> {
  if (refused_work_of) await withdrawRefusal(tx, refused_work_of.id, request.id);
  if (unsigned && actor.kind === 'staff') {
    const notice = {
      type: 'status_update',
      title: `Request ${request.external_id}: customer ${unsigned.kind === 'absent' ? 'absent' : 'declined to sign'}`,
      message: `${actor.name}: ${unsigned.reason}`,
      priority: 'high',
      link: officeLink(request.id),
    } as const;
    return notifyAdmins(deps, tx, notice, actor.id);
  }
  if (after.status === before.status || actor.kind !== 'staff') return;
  const notice = {
    type: 'status_update',
    title: `Request ${request.external_id} ${inWords(after.status)}`,
    message: `${actor.name}: ${request.title}`,
    priority: after.status === 'completed' ? 'medium' : 'low',
    link: officeLink(request.id),
  } as const;
  await notifyAdmins(deps, tx, notice, actor.id);
}

const NOT_SAVED = ': work not saved';
/** What follows the technician's name in that notice. */
const SENT_AS = ' sent it as ';

/** Withdraws what the office was told of refused work: someone has decided about it. */
const withdrawRefusal = (tx: Tx, about: number, requestId: number) =>
  deleteUnreadOfAdmins(tx, { link: officeLink(requestId), about, ending: NOT_SAVED, words: SENT_AS });

/** Which events notify whom (spec §2 Notifications). */
export const notificationReactions = [
  on('request.created', notifyOfNew),
  on('request.held_accepted', notifyOfNew),

  on('request.assigned', async (context, event) => {
    const { request, before, after } = event;
    if (before.assigned_to === after.assigned_to) return;
    await notifyFormer(context, before.assigned_to, event);
    const words = {
      type: 'service_request',
      title: NEW_WORK,
      message: `${request.external_id}: ${request.title}`,
    } as const;
    await notifyOfMove(context, after.assigned_to, event, words, false);
  }),

  on('request.unassigned', (context, event) => notifyFormer(context, event.before.assigned_to, event)),

  on('request.status_changed', async (context, event) => {
    const { request, assigned_to, before, after } = event;
    if (after.status === before.status) return;
    const words = aboutRequest(request, `Now ${inWords(after.status)}: ${request.title}`);
    await notifyOfMove(context, assigned_to, event, words, false);
  }),

  on('request.work_updated', notifyOfWork),
  on('request.completed', notifyOfWork),

  on('request.work_refused', async ({ tx, deps, actor }, { request, assignee, status, is_told }) => {
    if (actor.kind !== 'staff' || !is_told) return;
    const notice = {
      type: 'status_update',
      title: `Request ${request.external_id}${NOT_SAVED}`,
      message: `${actor.name}${SENT_AS}${inWords(status)}, but the request is ${
        assignee ? `assigned to ${assignee.name}` : 'unassigned'
      } now. Open the request to save or discard the update.`,
      priority: 'high',
      link: officeLink(request.id),
    } as const;
    await notifyAdmins(deps, tx, notice, null);
  }),

  on('request.refused_work_discarded', ({ tx }, { request, technician }) =>
    withdrawRefusal(tx, technician.id, request.id),
  ),

  on('request.released', async ({ tx, deps, actor }, { technician, taker, requests }) => {
    const ids = requests.map(({ id }) => id);
    await deleteUnread(tx, technician.id, { links: ids.map(workLink) });
    const count = `${requests.length} open request${requests.length === 1 ? '' : 's'}`;
    if (taker) {
      if (actor.kind === 'staff' && actor.id === taker.id) return;
      return notifyUser(deps, tx, taker.id, {
        type: 'service_request',
        title: 'Work handed over to you',
        message: `${technician.name} is no longer available: ${count} went to you.`,
        priority: 'high',
        link: paths.technicianDashboard(),
      });
    }
    const notice = {
      type: 'system',
      title: 'Work to reassign',
      message: `${technician.name} is no longer available: ${count} went back to the unassigned list.`,
      priority: 'high',
      link: requestListPath({ assignment: 'unassigned' }),
    } as const;
    await notifyAdmins(deps, tx, notice, null);
  }),

  on('contact.received', async ({ tx, deps }, { message }) => {
    if (message.status === 'spam') return;
    const notice = {
      type: 'contact',
      title: 'New contact message',
      message: `${message.name} sent a message through the contact form`,
      priority: 'medium',
      link: paths.adminContacts({ contactId: message.id }),
    } as const;
    await notifyAdmins(deps, tx, notice, null);
  }),

  on('backup.failed', async ({ tx, deps }, { error, is_told }) => {
    if (!is_told) return;
    const notice = {
      type: 'system',
      title: 'The back-up failed',
      message: `${error} It is tried again every hour.`,
      priority: 'high',
      link: paths.adminSystem,
    } as const;
    await notifyAdmins(deps, tx, notice, null);
  }),

  on('file.damaged', async ({ tx, deps }, { request_id, file_name, damage }) => {
    const notice = {
      type: 'system',
      title: `A stored file is ${damage}`,
      message: `${file_name} cannot be shown. Restore it from a backup; "npm run files:verify" lists all such files.`,
      priority: 'high',
      link: request_id === null ? paths.adminHeldRequests : officeLink(request_id),
    } as const;
    await notifyAdmins(deps, tx, notice, null);
  }),
];
