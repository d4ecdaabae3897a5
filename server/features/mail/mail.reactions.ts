import type { EventOf } from '#contract/events.ts';
import { openStatuses, type Status } from '#contract/words/requests.ts';
import { type Context, on } from '#server/events.ts';
import { openInvitationLink } from '../auth/auth.links.service.ts';
import {
  mailAddress,
  mailAssignee,
  mailContact,
  mailCustomer,
  mailReceived,
  mailReset,
  readdressCustomer,
  readdressUser,
  withdrawMails,
} from './mail.outbox.service.ts';

const isOpen = (status: Status) => openStatuses.some((open) => open === status);

/**
 * Tells the customer about a new status. An open request that goes back to pending is dispatched anew, and nothing to tell; after the
 * end of a request the customer expects nobody any more, and hears of it.
 */
async function mailStatus({ tx, deps }: Context, requestId: number, before: Status, after: Status): Promise<void> {
  if (after === before || (after === 'pending' && isOpen(before))) return;
  const at = deps.now().toISOString();
  if (after === 'completed') await mailCustomer(tx, deps, requestId, 'request_completed', { at });
  else await mailCustomer(tx, deps, requestId, 'status_changed', { status: after, at });
}

type OfficeMove = EventOf<'request.assigned' | 'request.unassigned' | 'request.status_changed'>;

/** Whether a move is news. When the mails of a change are withdrawn before one has left, nobody hears of it, nor of its undo. */
const isNews = async ({ tx }: Context, { request, undoes }: OfficeMove): Promise<boolean> =>
  undoes === null || withdrawMails(tx, request.id, undoes);

async function mailWork(context: Context, event: EventOf<'request.work_updated'> | EventOf<'request.completed'>) {
  // To somebody who was not met, or did not sign, it is no news that open work is under way. The office reaches them.
  if (event.unsigned && isOpen(event.before.status)) return;
  await mailStatus(context, event.request.id, event.before.status, event.after.status);
}

/** Invites a user to choose a password. */
async function mailInvitation({ tx, deps, actor }: Context, user: EventOf<'user.invited'>['user']): Promise<void> {
  const linkId = await openInvitationLink(deps, tx, user.id);
  const invited_by = actor.kind === 'staff' ? actor.name : '';
  const content = { name: user.name, role: user.role, invited_by };
  await mailAddress(tx, deps, { email: user.email, linkId }, 'invitation', content);
}

/** Which events send which mail. A mail is one statement in the transaction of its cause. */
export const mailReactions = [
  on('request.created', ({ tx, deps, actor }, { request }) =>
    mailReceived(tx, deps, request.id, actor.kind === 'staff'),
  ),
  // Its texts are a stranger's, although a staff member let them in.
  on('request.held_accepted', ({ tx, deps }, { request }) => mailReceived(tx, deps, request.id, false)),

  on('request.corrected', async ({ tx }, { request_id, before, after }) => {
    const [from, to] = [before.customer_email, after.customer_email];
    if (from !== undefined && to !== undefined) await readdressCustomer(tx, request_id, { from, to });
  }),

  on('request.assigned', async (context, event) => {
    if (!(await isNews(context, event))) return;
    const { request, before, after } = event;
    const { tx, deps, actor } = context;
    await mailStatus(context, request.id, before.status, after.status);
    if (before.assigned_to === after.assigned_to) return;
    if (actor.kind === 'staff' && actor.id === after.assigned_to) return;
    const to = { requestId: request.id, userId: after.assigned_to };
    await mailAssignee(tx, deps, to, 'request_assigned', { note: after.notes });
  }),

  on('request.released', async (context, { taker, requests }) => {
    const { tx, deps, actor } = context;
    for (const { id, before, after } of requests) {
      await mailStatus(context, id, before, after);
      if (!taker || (actor.kind === 'staff' && actor.id === taker.id)) continue;
      await mailAssignee(tx, deps, { requestId: id, userId: taker.id }, 'request_assigned', { note: null });
    }
  }),

  // Nobody is told, but an undo withdraws what somebody would be.
  on('request.unassigned', isNews),

  on('request.status_changed', async (context, event) => {
    if (!(await isNews(context, event))) return;
    await mailStatus(context, event.request.id, event.before.status, event.after.status);
  }),
  on('request.work_updated', mailWork),
  on('request.completed', mailWork),

  // The sender's text is not repeated: anybody can enter the address of somebody else.
  on('contact.received', async ({ tx, deps }, { message }) => {
    if (message.status !== 'spam') await mailContact(tx, deps, message);
  }),

  on('password.reset_asked', ({ tx, deps }, { email }) => mailReset(tx, deps, email)),

  on('user.created', async (context, { user, is_invited }) => {
    if (is_invited) await mailInvitation(context, user);
  }),
  on('user.updated', async ({ tx }, { before: { email: from }, after: { email: to } }) => {
    if (from !== to) await readdressUser(tx, { from, to });
  }),
  on('user.invited', (context, { user }) => mailInvitation(context, user)),

  on('report.month_ended', ({ tx, deps }, { month, readers }) =>
    Promise.all(readers.map(({ name, email }) => mailAddress(tx, deps, { email }, 'monthly_report', { name, month }))),
  ),
];
