import { z } from 'zod';
import { longEnough, user, userEmail, userName } from './account.ts';
import { endpoint } from './endpoint.ts';
import { knownEmail, longText, passwordText } from './text.ts';
import { EMAIL_INVALID } from './texts/email.ts';
import { textLimits } from './words/limits.ts';
import { LINK_TOKEN, mailTexts } from './words/mail.ts';

export const loginBody = z
  .strictObject({
    email: knownEmail('Email is required', EMAIL_INVALID),
    password: passwordText('Password is required'),
  })
  .meta({ examples: [{ email: 'office@example.com', password: 'lights-on-at-seven' }] });

/** The set-up form, which creates the first admin of a new installation. */
export const setupBody = z
  .strictObject({
    setup_token: z.string().regex(/^[\w-]{43}$/, 'This set-up link is not valid'),
    name: userName,
    email: userEmail,
    password: longEnough('Password is required'),
  })
  .meta({
    examples: [
      {
        setup_token: 'x'.repeat(43),
        name: 'Olive Office',
        email: 'office@example.com',
        password: 'lights-on-at-seven',
      },
    ],
  });

const linkToken = z.string().regex(LINK_TOKEN, mailTexts.linkInvalid);

export const forgotPasswordBody = z
  .strictObject({ email: knownEmail('Email is required', EMAIL_INVALID) })
  .meta({ examples: [{ email: 'office@example.com' }] });

/** The form behind the link in an invitation or a password reset mail. */
export const resetPasswordBody = z
  .strictObject({ token: linkToken, password: longEnough('Password is required') })
  .meta({ examples: [{ token: 'x'.repeat(43), password: 'ladders-up-at-10' }] });

/** The link in an invitation or a password reset mail, before its reader chooses a password. */
export const checkLinkBody = z.strictObject({ token: linkToken }).meta({ examples: [{ token: 'x'.repeat(43) }] });

/** A password as it is typed, and the person it is for. Only the beginning of a very long password is checked. */
export const checkPasswordBody = z
  .strictObject({
    password: passwordText('Password is required'),
    name: longText('Name must be text', textLimits.name).optional(),
    email: longText('Email must be text', textLimits.email).optional(),
  })
  .meta({ examples: [{ password: 'secret-12', name: 'Olive Office', email: 'office@example.com' }] });

const signedIn = z.object({ token: z.string(), user });

export const auth = {
  login: endpoint({
    kind: 'json',
    summary: 'Signs in a user.',
    refuses: ['unauthorized'],
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: loginBody,
    limit: { calls: 10, seconds: 60 },
    response: signedIn,
  }),
  logout: endpoint({
    kind: 'json',
    summary: "Ends the caller's session.",
    refuses: [],
    method: 'POST',
    path: '/auth/logout',
    access: 'signed_in',
    response: z.object({ message: z.string() }),
  }),
  me: endpoint({
    kind: 'json',
    summary: 'Returns the signed-in user.',
    refuses: [],
    method: 'GET',
    path: '/auth/me',
    access: 'signed_in',
    response: z.object({ user }),
  }),
  forgotPassword: endpoint({
    kind: 'json',
    summary:
      'Emails a password reset link if the address belongs to an active user. The response is the same either way.',
    refuses: [],
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    body: forgotPasswordBody,
    limit: { calls: 5, seconds: 900 },
    response: z.object({ message: z.string() }),
  }),
  resetPassword: endpoint({
    kind: 'json',
    summary: 'Sets a new password with a single-use link, ends all sessions of that user, and signs them in.',
    refuses: ['forbidden'],
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: resetPasswordBody,
    limit: { calls: 10, seconds: 60 },
    response: signedIn,
  }),
  checkLink: endpoint({
    kind: 'json',
    summary: 'Says whether a link to choose a password still works. Nothing is stored, and the link is not used up.',
    refuses: [],
    method: 'POST',
    path: '/auth/check-link',
    access: 'public',
    asksOnly: true,
    body: checkLinkBody,
    limit: { calls: 10, seconds: 60 },
    /** Null when the link works. */
    response: z.object({ problem: z.string().nullable() }),
  }),
  checkPassword: endpoint({
    kind: 'json',
    summary: 'Checks a new password as it is typed and returns what is wrong with it. Nothing is stored.',
    refuses: [],
    method: 'POST',
    path: '/auth/check-password',
    access: 'public',
    asksOnly: true,
    body: checkPasswordBody,
    limit: { calls: 120, seconds: 60 },
    /** Null when the password is acceptable. */
    response: z.object({ problem: z.string().nullable() }),
  }),
  setup: endpoint({
    kind: 'json',
    summary: 'Creates the first admin with the one-time token from the start-up log, and signs them in.',
    refuses: ['forbidden', 'conflict'],
    method: 'POST',
    path: '/auth/setup',
    access: 'public',
    body: setupBody,
    limit: { calls: 10, seconds: 60 },
    status: 201,
    response: signedIn,
  }),
};
