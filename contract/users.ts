import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  emailText,
  optionalText,
  passwordText,
  pathId,
  requiredText,
  rowId,
  seenVersion,
  time,
  withoutHidden,
} from './text.ts';
import { textLimits } from './words/limits.ts';
import { PASSWORD_MIN_LENGTH, passwordTooShort } from './words/passwords.ts';
import { roles } from './words/roles.ts';

/** A member of staff as the screens see one; the password never leaves the server (spec §3 User). */
export const user = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  base_location: z.string().nullable(),
  is_active: z.boolean(),
  created_at: time,
  /** Grows with every change; send it back when editing. */
  version: rowId,
});
export type User = z.infer<typeof user>;

export const userName = withoutHidden(requiredText('Name is required', textLimits.name));
export const userEmail = withoutHidden(emailText('Email is required', 'Please enter a valid email address'));
const userRole = z.enum(roles, { error: 'Role is required' });

const longEnough = (required: string) =>
  passwordText(required).min(PASSWORD_MIN_LENGTH, passwordTooShort(PASSWORD_MIN_LENGTH));

/** A new password: shown as required when blank, then its length (spec §5 user form). */
export const newPassword = longEnough('Password is required for new users');

export const createUserBody = z
  .strictObject({
    name: userName,
    email: userEmail,
    phone: optionalText(textLimits.phone),
    password: newPassword,
    role: userRole.default('technician'),
    base_location: optionalText(textLimits.baseLocation),
    is_active: z.boolean({ error: 'Please say whether the user is active' }).default(true),
  })
  .meta({
    examples: [{ name: 'Tess Volt', email: 'tess@example.com', password: 'ladders-up-at-9', role: 'technician' }],
  });

/** On edit a blank password is left out of the payload (spec §5); a left-out phone or location is cleared. */
export const updateUserBody = createUserBody
  .extend({
    role: userRole,
    is_active: z.boolean({ error: 'Please say whether the user is active' }),
    password: newPassword.optional(),
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
    summary: 'Answers one user.',
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
    summary: 'Deletes a user; what the user did stays readable.',
    refuses: ['not_found', 'conflict'],
    method: 'DELETE',
    path: '/users/:id',
    access: ['admin'],
    params,
    response: z.object({ message: z.string() }),
  }),
  toggleStatus: endpoint({
    kind: 'json',
    summary: 'Activates a user, or deactivates one and ends their sessions.',
    refuses: ['not_found', 'conflict'],
    method: 'PATCH',
    path: '/users/:id/toggle-status',
    access: ['admin'],
    params,
    /** With the version, a switch of a status that somebody else has switched meanwhile is refused. */
    body: z.strictObject({ version: seenVersion }).meta({ examples: [{ version: 2 }] }),
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
