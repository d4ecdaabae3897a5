import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Role } from './words/roles.ts';

/** Who may call: anyone, any signed-in user, or the roles listed. There is no default: a route without it does not compile. */
export type Access = 'public' | 'signed_in' | readonly Role[];

/** What a multipart call may carry besides its text fields. `documents` also allows pdf, docx, doc, csv and xls. */
export type FileRule = { field: string; max: number; kind: 'images' | 'documents' };

/** The part of the declaration that every kind of endpoint has. */
type Call = {
  /** Below /api; parameters as `:name`. */
  path: `/${string}`;
  /** What the call does, in one sentence. */
  summary: string;
  access: Access;
  /**
   * The refusals that the use case makes by itself. Those that follow from the rest of the declaration are not repeated: no
   * session, a wrong field, too many calls, a reused key (server/http/refusals.ts).
   */
  refuses: readonly ErrorCode[];
  params?: z.ZodType;
  query?: z.ZodType;
  /** The largest number of calls from one network within `seconds`. Further calls answer 429. */
  limit?: { calls: number; seconds: number };
};

/** The parts that only a JSON endpoint may have. */
type Nothing = { body?: never; files?: never; idempotent?: never; status?: never; asksOnly?: never };

/** A call that answers JSON: almost all. */
export type JsonEndpoint = Call & {
  kind: 'json';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: z.ZodType;
  files?: FileRule;
  /** An Idempotency-Key header makes a repeated call answer like the first one, for a day; other content is refused with 409. */
  idempotent?: true;
  /** The call changes nothing. It is no GET because what it asks about must not stand in an address. */
  asksOnly?: true;
  /** Status of the good answer; 200 when left out. */
  status?: 200 | 201 | 202;
  response: z.ZodType;
};

/** A call that answers a file, stored or made for the call. */
export type DownloadEndpoint = Call & Nothing & { kind: 'download'; method: 'GET' };

/** A call that answers a table as a CSV file, made while it is sent. Each account has one at a time. */
export type ExportEndpoint = Call & Nothing & { kind: 'export'; method: 'GET'; access: Exclude<Access, 'public'> };

/** A call that answers server-sent events until its connection ends. */
export type EventsEndpoint = Call & Nothing & { kind: 'events'; method: 'GET'; event: z.ZodType };

export type Endpoint = JsonEndpoint | DownloadEndpoint | ExportEndpoint | EventsEndpoint;

/** Declares one endpoint as data; the server mounts it, the browser calls it, the documentation is made from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** An Idempotency-Key as a use case receives it: with the SHA-256 of all that was sent, files included. */
export type Idempotency = { key: string; content: Uint8Array };

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType } ? S : never;

/** The input of a call before parsing, as the caller sends it. */
export type CallOf<E extends Endpoint> = ([Part<E, 'params'>] extends [never]
  ? unknown
  : { params: z.input<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query?: z.input<Part<E, 'query'>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: z.input<Part<E, 'body'>> }) &
  (E extends { files: FileRule } ? { files?: readonly File[] } : unknown) &
  (E extends { idempotent: true } ? { idempotencyKey?: string } : unknown);

/** The input of a call after parsing, as the use case receives it. */
export type InputOf<E extends Endpoint, Upload> = ([Part<E, 'params'>] extends [never]
  ? unknown
  : { params: z.output<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query: z.output<Part<E, 'query'>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: z.output<Part<E, 'body'>> }) &
  (E extends { files: FileRule } ? { files: readonly Upload[] } : unknown) &
  (E extends { idempotent: true } ? { idempotency: Idempotency | undefined } : unknown) &
  // `signal` is aborted when the connection ends. `lastEventId` is the id of the last event that the caller has received.
  (E extends EventsEndpoint ? { signal: AbortSignal; lastEventId: string | undefined } : unknown);

export type ResponseOf<E extends JsonEndpoint> = z.output<E['response']>;
