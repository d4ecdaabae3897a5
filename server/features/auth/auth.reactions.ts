import { on } from '#server/events.ts';
import { endLinksOf } from './auth.links.service.ts';

/** What ends the links by which a user could choose a password. */
export const authReactions = [
  on('user.password_changed', ({ tx }, { user_id }) => endLinks(tx, user_id)),
  on('user.updated', async ({ tx }, { before, after, password_changed }) => {
    if (password_changed || !after.is_active || before.email !== after.email) await endLinks(tx, after.id);
  }),
  on('user.deactivated', ({ tx }, { after }) => endLinks(tx, after.id)),
  on('user.deleted', ({ tx }, { user }) => endLinks(tx, user.id)),
];

async function endLinks(...[tx, userId]: Parameters<typeof endLinksOf>): Promise<void> {
  await endLinksOf(tx, userId);
}
