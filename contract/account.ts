import { z } from 'zod';
import { atLeast, emailText, passwordText, requiredText, rowId, time, withoutHidden } from './text.ts';
import { USER_EMAIL_INVALID } from './texts/email.ts';
import { textLimits } from './words/limits.ts';
import { PASSWORD_MIN_LENGTH, passwordTooShort, preparedPassword } from './words/passwords.ts';
import { roles } from './words/roles.ts';

/** A staff member as the API returns one, without the password (spec §3 User). */
export const user = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  base_location: z.string().nullable(),
  is_active: z.boolean(),
  /** True until the invited user chooses a password with the link in the invitation mail. */
  is_invited: z.boolean(),
  created_at: time,
  /** Increases with every change. Send it back with an edit. */
  version: rowId,
});

export const userName = withoutHidden(requiredText('Name is required', textLimits.name));
export const userEmail = emailText('Email is required', USER_EMAIL_INVALID);

/** A new password, prepared to be hashed. */
export const longEnough = (required: string) =>
  passwordText(required)
    .overwrite(preparedPassword)
    .check(atLeast(PASSWORD_MIN_LENGTH, passwordTooShort(PASSWORD_MIN_LENGTH)));

/** A new password. A blank one is reported as missing, a short one by its length (spec §5 user form). */
export const newPassword = longEnough('Password is required for new users');
