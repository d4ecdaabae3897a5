import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailText, passwordText } from './text.ts';
import { newPassword, user, userEmail, userName } from './users.ts';

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

const signedIn = z.object({ token: z.string(), user });

export const auth = {
  login: endpoint({
    kind: 'json',
    summary: 'Signs a person in.',
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
    summary: 'Ends the session that calls.',
    refuses: [],
    method: 'POST',
    path: '/auth/logout',
    access: 'signed_in',
    response: z.object({ message: z.string() }),
  }),
  me: endpoint({
    kind: 'json',
    summary: 'Says who is signed in.',
    refuses: [],
    method: 'GET',
    path: '/auth/me',
    access: 'signed_in',
    response: z.object({ user }),
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
