import type { Access } from '#contract/endpoint.ts';
import type { Role } from '#contract/words/roles.ts';

/** Whoever calls: where from, and with what. `userAgent` is cut to 256 characters. */
export type Visitor = { ip: string; userAgent: string };

/** Someone signed in; `R` is narrowed to the roles an endpoint admits. The role was read from the database for this call. */
export type Staff<R extends Role = Role> = Visitor & { id: number; name: string; role: R; sessionId: number };

/** The actor a use case may count on, from the access its endpoint declares. */
export type ActorOf<A extends Access> = A extends 'public'
  ? Visitor
  : A extends 'signed_in'
    ? Staff
    : A extends readonly (infer R extends Role)[]
      ? Staff<R>
      : never;
