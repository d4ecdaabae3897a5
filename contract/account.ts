import { z } from 'zod';
import { emailText, passwordText, requiredText, rowId, time, withoutHidden } from './text.ts';
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
  /** Has no password yet: a mail with a link to choose one was sent. */
  is_invited: z.boolean(),
  created_at: time,
  /** Grows with every change; send it back when editing. */
  version: rowId,
});

export const userName = withoutHidden(requiredText('Name is required', textLimits.name));
export const userEmail = withoutHidden(emailText('Email is required', 'Please enter a valid email address'));

export const longEnough = (required: string) =>
  passwordText(required).min(PASSWORD_MIN_LENGTH, passwordTooShort(PASSWORD_MIN_LENGTH));

/** A new password: shown as required when blank, then its length (spec §5 user form). */
export const newPassword = longEnough('Password is required for new users');
