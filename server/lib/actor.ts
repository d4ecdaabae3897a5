import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/words/roles.ts';

/** The origin of a call: its address and its program. `userAgent` is cut to 256 characters. */
type Origin = { ip: string; userAgent: string };

/** Someone who is not signed in. */
export type Visitor = Origin & { kind: 'visitor' };

/** Stands for the server itself, for events that no caller causes. */
export const NOBODY: Visitor = { kind: 'visitor', ip: '', userAgent: '' };

/** A signed-in user; `R` is narrowed to the roles an endpoint admits. The role was read from the database for this call. */
export type Staff<R extends Role = Role> = Origin & {
  kind: 'staff';
  id: number;
  name: string;
  role: R;
  sessionId: number;
};

/** The caller. */
export type Actor = Visitor | Staff;

/** Who made a change, as the trail names them. Work that ends later has the author who asked for it, and no session. */
export type Author = Visitor | Omit<Staff, 'sessionId'>;

/** The actor a use case may count on, from the access its endpoint declares. */
export type ActorOf<A extends Access> = A extends 'public'
  ? Visitor
  : A extends 'signed_in'
    ? Staff
    : A extends readonly (infer R extends Role)[]
      ? Staff<R>
      : never;
