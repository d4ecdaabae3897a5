import { z } from 'zod';
import { longEnough, newPassword, user, userEmail, userName } from './account.ts';
import { endpoint } from './endpoint.ts';
import { emailText, longText, passwordText } from './text.ts';
import { textLimits } from './words/limits.ts';
import { mailTexts } from './words/mail.ts';

export const loginBody = z
  .strictObject({
    email: emailText('Email is required', 'Please enter a valid email'),
    password: passwordText('Password is required'),
  })
  .meta({ examples: [{ email: 'office@example.com', password: 'lights-on-at-seven' }] });

/** What the one-time set-up link asks for: the first admin of a fresh installation. */
export const setupBody = z
  .strictObject({
    setup_token: z.string().regex(/^[\w-]{43}$/, 'This set-up link is not valid'),
    name: userName,
    email: userEmail,
    password: newPassword,
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

const linkToken = z.string().regex(/^[\w-]{43}$/, mailTexts.linkInvalid);

export const forgotPasswordBody = z
  .strictObject({ email: emailText('Email is required', 'Please enter a valid email') })
  .meta({ examples: [{ email: 'office@example.com' }] });

/** What the link of a mail asks for: the new password of the person whom it was sent to. */
export const resetPasswordBody = z
  .strictObject({ token: linkToken, password: longEnough('Password is required') })
  .meta({ examples: [{ token: 'x'.repeat(43), password: 'ladders-up-at-10' }] });

/** A password that somebody is typing, and whom it is for. The longest ones are judged by their beginning. */
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
    summary: 'Signs a user in.',
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
    summary: 'Returns the user who is signed in.',
    refuses: [],
    method: 'GET',
    path: '/auth/me',
    access: 'signed_in',
    response: z.object({ user }),
  }),
  forgotPassword: endpoint({
    kind: 'json',
    summary:
      'Sends a link to choose a new password, if the address belongs to an active user. The answer never says so.',
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
    summary: 'Sets the password by the single-use link of a mail, ends all sessions of that user, and signs them in.',
    refuses: ['forbidden'],
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    body: resetPasswordBody,
    limit: { calls: 10, seconds: 60 },
    response: signedIn,
  }),
  checkPassword: endpoint({
    kind: 'json',
    summary: 'Checks a new password while it is typed, and returns what is wrong with it. Nothing of it is stored.',
    refuses: [],
    method: 'POST',
    path: '/auth/check-password',
    access: 'public',
    asksOnly: true,
    body: checkPasswordBody,
    limit: { calls: 120, seconds: 60 },
    /** Null: it would be accepted. */
    response: z.object({ problem: z.string().nullable() }),
  }),
  setup: endpoint({
    kind: 'json',
    summary: 'Makes the first admin, with the one-time token that the start-up log prints, and signs them in.',
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
