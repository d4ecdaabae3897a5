import { randomUUID } from 'node:crypto';
import { api } from '#contract/api.ts';
import { addressOfLink, openResetLink } from '../../features/auth/auth.links.service.ts';
import { PASSWORD } from '../factories.ts';
import { aSession, aUser } from '../people.ts';
import type { Loose } from '../test-app.ts';
import { id, type Prepare, type World } from './inputs.ts';

/** What the office chose about mails. */
export const mailChoices = { switched_off: [], sender_name: 'Halyard', sender_address: '', reply_to: '' };

/** The token of a link by which the user with this address chooses a password. */
export async function aResetToken({ test }: Pick<World, 'test'>, email: string): Promise<string> {
  // Older ones would count towards the limit of an hour.
  await test.deps.db.deleteFrom('account_links').execute();
  const link = await test.deps.transaction((tx, deps) => openResetLink(deps, tx, email));
  const address = link && (await addressOfLink(test.deps, link.id));
  return new URL(address ?? '').hash.replace('#token=', '');
}

/** The office's admin chooses the same password again. */
export const aResetLink: Prepare = async (world) => ({
  body: { token: await aResetToken(world, world.office.email), password: PASSWORD },
});

/** A user who has not chosen a password yet. */
export const anInvited: Prepare = async ({ test }) => {
  const user = await aUser(test, 'technician');
  await test.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  return id(user.id);
};

/** The parts of the signed path of a preview. */
export async function aPreview({ test, office }: World): Promise<Loose> {
  const admin = test.caller(await aSession(test, office.id));
  const { previews } = await admin.call(api.mail.previews, {});
  const { pathname, searchParams } = new URL(previews[0]?.path ?? '', 'http://mail.invalid');
  return { params: { kind: pathname.split('/').pop() }, query: Object.fromEntries(searchParams) };
}

/** Paths with the signature of another kind, and without a signature. */
export const unsignedPreviews: readonly Prepare[] = [
  async (world) => ({ ...(await aPreview(world)), params: { kind: 'invitation' } }),
  () => ({ params: { kind: 'test' } }),
];

/** A mail that the server refused. */
export const aFailedMail: Prepare = async ({ test }) => {
  const now = test.deps.now();
  const row = await test.deps.db
    .insertInto('mail_outbox')
    .values({
      kind: 'contact_received',
      message_id: `<${randomUUID()}@desk.example>`,
      recipient: 'cora@caller.example',
      content: JSON.stringify({ name: 'Cora' }),
      state: 'failed',
      tries: 1,
      created_at: now,
      waiting_since: now,
      tried_at: now,
      done_at: now,
      answer: '550 No such user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id(row.id);
};
