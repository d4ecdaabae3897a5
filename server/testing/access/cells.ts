import { id, nobody, type Prepare, type Principal } from './inputs.ts';

/** The status of an operation for each principal. */
export type Cells = Record<Principal, number>;

/** For an operation with an id: the status of a foreign id for the principals that the table admits. */
export type Foreign = { foreign: { status: number; inputs: readonly Prepare[] } };

const outside = { anonymous: 401, deactivated: 401, expired: 401 };
export const staff = (assigned: number, other: number, auditor: number, admin: number): Cells => ({
  ...outside,
  assigned,
  other,
  auditor,
  admin,
});
export const admins = (status: number) => staff(403, 403, 403, status);
export const desk = (status: number) => staff(403, 403, status, status);
export const signedIn = (status: number) => staff(status, status, status, status);
export const anyone = (status: number): Cells => ({
  ...signedIn(status),
  anonymous: status,
  deactivated: status,
  expired: status,
});

/** A list of what follows from something that is not there is empty. */
export const noneThere = (): Foreign => ({ foreign: { status: 200, inputs: [() => id(nobody)] } });
export const missing = (body?: object): Foreign => ({
  foreign: { status: 404, inputs: [() => ({ ...id(nobody), ...(body ? { body } : {}) })] },
});
