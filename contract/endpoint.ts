import type { z } from 'zod';
import type { Role } from './words/roles.ts';

/** Who may call: anyone, any signed-in user, or the roles listed. There is no default: a route without it does not compile. */
export type Access = 'public' | 'signed_in' | readonly Role[];

/** What a multipart call may carry besides its text fields. `documents` also allows pdf, docx, doc, csv and xls. */
export type FileRule = { field: string; max: number; kind: 'images' | 'documents' };

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api; parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  files?: FileRule;
  /** At most so many calls from one IP address in so many seconds; more answer 429. */
  limit?: { calls: number; seconds: number };
  /** An Idempotency-Key header makes a repeated call answer like the first one, for a day; with other content it is refused. */
  idempotent?: true;
  /** Status of the good answer; 200 when left out. */
  status?: 200 | 201;
  response: z.ZodType;
};

/** Declares one endpoint as data; the server mounts it, the browser calls it, the documentation is made from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** An Idempotency-Key as a use case receives it: with the SHA-256 of all that was sent, files included. */
export type Idempotency = { key: string; content: Uint8Array };

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType } ? S : never;

/** What a caller sends: before parsing. */
export type CallOf<E extends Endpoint> = ([Part<E, 'params'>] extends [never]
  ? unknown
  : { params: z.input<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query?: z.input<Part<E, 'query'>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: z.input<Part<E, 'body'>> }) &
  (E extends { files: FileRule } ? { files?: readonly File[] } : unknown) &
  (E extends { idempotent: true } ? { idempotencyKey?: string } : unknown);

/** What a use case receives: after parsing. */
export type InputOf<E extends Endpoint, Upload> = ([Part<E, 'params'>] extends [never]
  ? unknown
  : { params: z.output<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query: z.output<Part<E, 'query'>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: z.output<Part<E, 'body'>> }) &
  (E extends { files: FileRule } ? { files: readonly Upload[] } : unknown) &
  (E extends { idempotent: true } ? { idempotency: Idempotency | undefined } : unknown);

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
