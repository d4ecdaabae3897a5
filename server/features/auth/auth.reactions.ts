import { on } from '#server/events.ts';
import { deleteLinksOf } from './auth.links.repo.ts';

/** What ends the links by which a user could choose a password. */
export const authReactions = [
  on('user.password_changed', ({ tx }, { user_id }) => deleteLinksOf(tx, user_id)),
  on('user.updated', async ({ tx }, { before, after, password_changed }) => {
    if (password_changed || !after.is_active || before.email !== after.email) await deleteLinksOf(tx, after.id);
  }),
  on('user.deactivated', ({ tx }, { after }) => deleteLinksOf(tx, after.id)),
  on('user.deleted', ({ tx }, { user }) => deleteLinksOf(tx, user.id)),
];
