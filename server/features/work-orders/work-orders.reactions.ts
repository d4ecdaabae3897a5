import { on } from '#server/events.ts';
import { addLink } from './work-orders.service.ts';

/** Creates the customer link for the mail about a completion. */
export const workOrderReactions = [
  on('request.completed', ({ tx, deps }, { request }) => addLink(deps, tx, request.id)),
  on('request.status_changed', async ({ tx, deps }, { request, before, after }) => {
    if (after.status === 'completed' && before.status !== 'completed') await addLink(deps, tx, request.id);
  }),
];
