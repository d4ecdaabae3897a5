import { defineStored } from '../stored/stored.ts';

/** The session's bearer token, under the key and in the format of the specification (§3 Auth token). Signing out removes it last. */
export const storedToken = defineStored({ key: 'auth_token', scope: 'device', endsWith: 'never', format: 'text' });

/** The technician who is signed in, with their token: `{ token, user }`. Their screens open without a network. */
export const storedUser = defineStored({ key: 'kept_user', scope: 'device', endsWith: 'sign-out' });
