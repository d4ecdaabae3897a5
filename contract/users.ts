import { z } from 'zod';
import { longEnough, newPassword, user, userEmail, userName } from './account.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, passwordText, pathId, rowId, seenVersion } from './text.ts';
import { textLimits } from './words/limits.ts';
import { mailTexts } from './words/mail.ts';
import { roles } from './words/roles.ts';

export type User = z.infer<typeof user>;

const userRole = z.enum(roles, { error: 'Role is required' });

const activeFlag = z.boolean({ error: 'Please say whether the user is active' });
const details = {
  name: userName,
  email: userEmail,
  phone: optionalText(textLimits.phone),
  base_location: optionalText(textLimits.baseLocation),
};

/** A new user gets a typed password, or an invitation by mail to choose one. */
export const createUserBody = z
  .strictObject({
    ...details,
    password: newPassword.optional(),
    /** Sends a mail with a link to choose a password, instead of a typed one. */
    invite: z.boolean({ error: 'Please say whether to send an invitation' }).default(false),
    role: userRole.default('technician'),
    is_active: activeFlag.default(true),
  })
  .refine(({ password, invite }) => invite || password !== undefined, {
    path: ['password'],
    message: 'Password is required for new users',
    // Shown together with the mistakes of the other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(({ password, invite }) => !invite || password === undefined, {
    path: ['password'],
    message: mailTexts.passwordWithInvitation,
  })
  .refine(({ is_active, invite }) => !invite || is_active, {
    path: ['is_active'],
    message: mailTexts.inactiveInvited,
  })
  .meta({
    examples: [{ name: 'Tess Volt', email: 'tess@example.com', password: 'ladders-up-at-9', role: 'technician' }],
  });

/** Who takes over the open requests of a user who is deactivated or deleted; left out, they go back to the office. */
const taker = rowId.optional();

/** On edit a blank password is left out of the payload (spec §5); a left-out phone or location is cleared. */
export const updateUserBody = z
  .strictObject({
    ...details,
    role: userRole,
    is_active: activeFlag,
    password: newPassword.optional(),
    taker_id: taker,
    version: seenVersion,
  })
  .meta({
    examples: [{ name: 'Tess Volt', email: 'tess@example.com', role: 'technician', is_active: true, version: 2 }],
  });

/** Everyone changes their own password; it ends that user's other sessions. */
export const changePasswordBody = z
  .strictObject({
    current_password: passwordText('Current password is required'),
    new_password: longEnough('New password is required'),
  })
  .meta({ examples: [{ current_password: 'ladders-up-at-9', new_password: 'ladders-up-at-10' }] });

const params = z.strictObject({ id: pathId });

export const users = {
  list: endpoint({
    kind: 'json',
    summary: 'Lists the users who were not deleted.',
    refuses: [],
    method: 'GET',
    path: '/users',
    access: ['admin'],
    response: z.object({ users: z.array(user) }),
  }),
  get: endpoint({
    kind: 'json',
    summary: 'Returns one user.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/users/:id',
    access: ['admin'],
    params,
    response: z.object({ user }),
  }),
  create: endpoint({
    kind: 'json',
    summary: 'Adds a user.',
    refuses: ['conflict'],
    method: 'POST',
    path: '/users',
    access: ['admin'],
    body: createUserBody,
    idempotent: true,
    status: 201,
    response: z.object({ user }),
  }),
  invite: endpoint({
    kind: 'json',
    summary: 'Sends an invited user a new link to choose a password. Earlier links end.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/users/:id/invite',
    access: ['admin'],
    params,
    response: z.object({ user }),
  }),
  update: endpoint({
    kind: 'json',
    summary: 'Changes a user.',
    refuses: ['not_found', 'conflict'],
    method: 'PUT',
    path: '/users/:id',
    access: ['admin'],
    params,
    body: updateUserBody,
    response: z.object({ user }),
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes a user; what the user did stays readable. Open requests go to a taker, or back to the office.',
    refuses: ['not_found', 'conflict'],
    method: 'DELETE',
    path: '/users/:id',
    access: ['admin'],
    params,
    query: z.strictObject({ taker_id: pathId.optional() }),
    response: z.object({ message: z.string() }),
  }),
  toggleStatus: endpoint({
    kind: 'json',
    summary:
      'Activates a user, or deactivates one and ends their sessions. Open requests go to a taker, or back to the office.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/users/:id/toggle-status',
    access: ['admin'],
    params,
    /** With the version, a switch of a status that somebody else has switched meanwhile is refused. */
    body: z.strictObject({ version: seenVersion, taker_id: taker }).meta({ examples: [{ version: 2, taker_id: 7 }] }),
    response: z.object({ user }),
  }),
  changePassword: endpoint({
    kind: 'json',
    summary: 'Changes the password of the person signed in and ends their other sessions.',
    refuses: [],
    method: 'POST',
    path: '/users/change-password',
    access: 'signed_in',
    body: changePasswordBody,
    limit: { calls: 10, seconds: 60 },
    response: z.object({ message: z.string() }),
  }),
};
