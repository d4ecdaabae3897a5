import { defineStored } from '../stored/stored.ts';

/** The technician who is signed in, with their token: `{ token, user }`. Their screens open without a network. */
export const storedUser = defineStored({ key: 'kept_user', scope: 'device', endsWith: 'sign-out' });
