import { auth } from './auth.ts';
import { requests } from './requests.ts';
import { system } from './system.ts';
import { users } from './users.ts';

/** The whole API as data: every endpoint is here once. */
export const api = { auth, users, requests, system };
