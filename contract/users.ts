import { z } from 'zod';
import { longEnough, newPassword, user, userEmail, userName } from './account.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, passwordText, pathId, rowId, seenVersion } from './text.ts';
import { textLimits } from './words/limits.ts';
import { mailTexts } from './words/mail.ts';
import { roles } from './words/roles.ts';

export type User = z.infer<typeof user>;

/** The refusal of an email address that another user has. */
export const EMAIL_TAKEN = 'A user with this email already exists';

const userRole = z.enum(roles, { error: 'Role is required' });

const activeFlag = z.boolean({ error: 'Please say whether the user is active' });
const details = {
  name: userName,
  email: userEmail,
  phone: optionalText(textLimits.phone).nullable(),
  base_location: optionalText(textLimits.baseLocation).nullable(),
};

/** A new user gets a password from the admin, or an invitation mail to choose one. */
export const createUserBody = z
  .strictObject({
    ...details,
    password: newPassword.optional(),
    /** Sends an invitation with a link to choose a password instead of setting one. */
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

/** The user who takes over the open requests of a deactivated or deleted user. Without one, they go back to the office. */
const taker = rowId.optional();

/** An edit omits a blank password from the payload (spec §5). A phone or location that is omitted or null is cleared. */
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

/** A user's change of their own password, which ends their other sessions. */
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
    summary: 'Lists all users except deleted ones.',
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
    summary: 'Sends an invited user a new link to choose a password. Earlier links stop working.',
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
    edits: Object.keys(details),
    response: z.object({ user }),
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes a user and keeps their history. Open requests go to another assignee, or back to the office.',
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
      'Activates a user, or deactivates one and ends their sessions. Open requests go to another assignee, or back to the office.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/users/:id/toggle-status',
    access: ['admin'],
    params,
    /** With the version, the change is refused when someone else changed the status in the meantime. */
    body: z.strictObject({ version: seenVersion, taker_id: taker }).meta({ examples: [{ version: 2, taker_id: 7 }] }),
    response: z.object({ user }),
  }),
  changePassword: endpoint({
    kind: 'json',
    summary: "Changes the caller's password and ends their other sessions.",
    refuses: [],
    method: 'POST',
    path: '/users/change-password',
    access: 'signed_in',
    body: changePasswordBody,
    limit: { calls: 10, seconds: 60 },
    response: z.object({ message: z.string() }),
  }),
};
