import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { KeyScope } from '#contract/words/keys.ts';
import type { Role } from '#contract/words/roles.ts';

/**
 * The origin of a call: its address and its program, and its id, as the log and the errors have it. `userAgent` is cut to 256 characters.
 */
type Origin = { ip: string; userAgent: string; callId?: string };

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

/** A program of the business, with an API key. It stands for no person, reads what its scopes open, and changes nothing. */
export type ApiKey = Origin & { kind: 'key'; id: number; name: string; scopes: readonly KeyScope[] };

/** An account or an API key in a word, by which what it asks for at the same time is bounded. */
export const readerOf = ({ kind, id }: Pick<Staff | ApiKey, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The caller. */
export type Principal = Visitor | Staff | ApiKey;

/** A caller who may change something. */
export type Actor = Visitor | Staff;

/** Who made a change, as the trail names them. Work that ends later has the author who asked for it, and no session. */
export type Author = Visitor | Omit<Staff, 'sessionId'>;

/** The person whom an access admits. */
type PersonOf<A extends Access> = A extends 'public'
  ? Visitor
  : A extends 'signed_in'
    ? Staff
    : A extends readonly (infer R extends Role)[]
      ? Staff<R>
      : never;

/** The caller a use case may count on, from what its endpoint declares: a person, and a key where the endpoint admits keys. */
export type PrincipalOf<E extends Endpoint> = PersonOf<E['access']> | (E extends { key: KeyScope } ? ApiKey : never);
