import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { KeyScope } from './words/keys.ts';
import type { Role } from './words/roles.ts';

/** Who may call: anyone, any signed-in user, or the roles listed. There is no default: a route without it does not compile. */
export type Access = 'public' | 'signed_in' | readonly Role[];

/** The files that a multipart call may include. `documents` also allows pdf, docx, doc, csv and xls. */
export type FileRule = { field: string; max: number; kind: 'images' | 'documents' };

/** The properties that every kind of endpoint has. */
type Call = {
  /** Relative to /api, with parameters written as `:name`. */
  path: `/${string}`;
  /** One sentence on what the call does, for the OpenAPI document. */
  summary: string;
  access: Access;
  /**
   * The error codes that the use case throws. Codes that follow from the rest of the declaration are not repeated, such
   * as a missing session, an invalid field, too many calls or a reused key (server/http/refusals.ts).
   */
  refuses: readonly ErrorCode[];
  params?: z.ZodType;
  query?: z.ZodType;
  /** The maximum number of calls from one network within `seconds`. Further calls return 429. */
  limit?: { calls: number; seconds: number };
};

/** The properties that only a JSON endpoint may have. */
type Nothing = {
  body?: never;
  edits?: never;
  files?: never;
  idempotent?: never;
  status?: never;
  asksOnly?: never;
  key?: never;
};

/** Only a read that is not public can be opened to API keys, by the scope that it names. A key makes no change. */
type KeyRule =
  | { method: 'GET'; access: Exclude<Access, 'public'>; key: KeyScope }
  | { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; key?: never };

/** A call that returns JSON, as almost all do. */
export type JsonEndpoint = Call &
  KeyRule & {
    kind: 'json';
    body?: z.ZodType;
    /**
     * The fields of the body that an edit of a stored row may send back as they are, although they break a rule that is newer than
     * the row. The use case gets them as they came, and settles them with the row (`settleEdit`).
     */
    edits?: readonly string[];
    files?: FileRule;
    /**
     * For a day, a repeated call with the same Idempotency-Key returns the first response. The same key with other
     * content is refused with 409.
     */
    idempotent?: true;
    /** The call changes nothing. It is not a GET because its input must not appear in a URL. */
    asksOnly?: true;
    /** The status of a successful response; 200 by default. */
    status?: 200 | 201 | 202;
    response: z.ZodType;
  };

/** A call that returns a file, stored or generated. */
export type DownloadEndpoint = Call & Nothing & { kind: 'download'; method: 'GET' };

/** A call that streams a table as a CSV file. Each account may run one at a time. */
export type ExportEndpoint = Call & Nothing & { kind: 'export'; method: 'GET'; access: Exclude<Access, 'public'> };

/** A call that sends server-sent events until the connection closes. */
export type EventsEndpoint = Call & Nothing & { kind: 'events'; method: 'GET'; event: z.ZodType };

export type Endpoint = JsonEndpoint | DownloadEndpoint | ExportEndpoint | EventsEndpoint;

/** Declares an endpoint as data. The server mounts it, the browser calls it, and the documentation is generated from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** An Idempotency-Key as a use case receives it, with the SHA-256 of the whole call, files included. */
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
