import type {
  CallOf,
  DownloadEndpoint,
  Endpoint,
  ExportEndpoint,
  JsonEndpoint,
  ResponseOf,
} from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode, FieldError } from '#contract/errors.ts';
import { isAttended } from './session/attended.ts';
import { readToken, storeToken } from './session/token.ts';
import { handleUnauthorized } from './session/unauthorized.ts';
import { noteServerTime } from './stored/age.ts';

/** A response that is not a success, or none (`status` 0): the code is 'unavailable', or says why this device couldn't send. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: readonly FieldError[];
  /** A text where programs expect the code. This server never sends one, but something in front of it may. */
  readonly errorText: string;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    const isText = /[^a-z_]/.test(body.error ?? '');
    this.errorText = isText ? String(body.error) : '';
    this.code = (!isText && body.error) || (status === 0 ? 'unavailable' : 'internal');
    this.details = body.details ?? [];
  }
}

/** The server's message, or the call's fallback text of spec §8 when there is none. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.message) || fallback;

/** The same for the calls that also take the text of `error` (spec §8: contact, assign, status update). */
export const messageOrErrorOf = (error: unknown, fallback: string): string =>
  messageOf(error, (error instanceof ApiError && error.errorText) || fallback);

/** The server's reason for refusing an edit: who was first, or what is not allowed any more. Null for every other error. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError && (error.code === 'conflict' || error.code === 'validation_failed') ? error.message : null;

/** The server's error for one field; undefined when there is none. */
export const messageAbout = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.details.find((detail) => detail.field === field)?.message : undefined;

type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: readonly File[];
  idempotencyKey?: string;
};
export type Answer = { status: number; text: string; token: string | null; date: string | null };
type Send = (
  method: string,
  url: string,
  body: BodyInit | null,
  headers: Headers,
  options: CallOptions,
) => Promise<Answer>;
export type CallOptions = {
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
  /** Watches the request before it is sent, and may abort it. */
  watch?: (request: XMLHttpRequest) => void;
  /** Sends a form also without files: a call that anyone may make takes little JSON. */
  asForm?: boolean;
  /** Another way to send the call. It is handed in, so that pages without such calls do not load it. */
  via?: Send;
};

const fill = (path: string, params: Input['params']) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));

function queryString(query: Input['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : '';
}

function encodeBody(endpoint: JsonEndpoint, input: Input, asForm = false): { body: BodyInit | null; json: boolean } {
  if (endpoint.files && (asForm || input.files?.length)) {
    const form = new FormData();
    for (const [key, value] of Object.entries(input.body ?? {})) {
      if (value !== undefined) form.append(key, String(value));
    }
    for (const file of input.files ?? []) form.append(endpoint.files.field, file, file.name);
    return { body: form, json: false };
  }
  return input.body ? { body: JSON.stringify(input.body), json: true } : { body: null, json: false };
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(method: string, url: string, body: BodyInit | null, headers: Headers, options: CallOptions) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        token: request.getResponseHeader('x-auth-token'),
        date: request.getResponseHeader('date'),
      });
    request.onerror = () => reject(new ApiError(0, {}));
    request.onabort = () => reject(options.signal?.reason ?? new ApiError(0, {}));
    const { onProgress, signal, watch } = options;
    watch?.(request);
    signal?.throwIfAborted();
    if (onProgress) request.upload.onprogress = (event) => onProgress(event.loaded / event.total);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const urlOf = (endpoint: Endpoint, { params, query }: Input) =>
  `/api${fill(endpoint.path, params)}${queryString(query)}`;

/** These headers with the stored bearer token, if there is one. */
export function authorized(headers: HeadersInit, token = readToken()): Headers {
  const all = new Headers(headers);
  if (token) all.set('authorization', `Bearer ${token}`);
  if (token && !isAttended()) all.set('x-unattended', '1');
  return all;
}

function failure(path: string, status: number, data: Record<string, unknown>): ApiError {
  if (status === 401) handleUnauthorized(path);
  return new ApiError(status, data);
}

/**
 * Calls one endpoint of the contract (spec §7). Sends the stored bearer token, JSON, or multipart when there are files.
 * Stores a token that the response carries. Has no time-out.
 * @throws ApiError for every response that is not a success
 */
export async function call<E extends JsonEndpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const parts = input as Input;
  const { body, json } = encodeBody(endpoint, parts, options.asForm);
  const headers = authorized({ accept: 'application/json' });
  if (json) headers.set('content-type', 'application/json');
  if (parts.idempotencyKey) headers.set('idempotency-key', parts.idempotencyKey);

  const answer = await (options.via ?? send)(endpoint.method, urlOf(endpoint, parts), body, headers, options);
  noteServerTime(answer.date);
  const data = parse(answer.text);
  if (answer.status < 200 || answer.status > 299) {
    throw failure(fill(endpoint.path, parts.params), answer.status, data);
  }
  const newToken = typeof data.token === 'string' ? data.token : answer.token;
  if (newToken) storeToken(newToken);
  // The server has checked the response against the same schema.
  return data as ResponseOf<E>;
}

/** The name that the server gives to a file that it makes: letters, digits and signs that need no quotes. */
const nameIn = (disposition: string | null) => /filename="?([\w.-]+)/.exec(disposition ?? '')?.[1] ?? 'download';

/**
 * Reads the file that a download or an export answers, under the server's name, with the stored bearer token.
 * @throws ApiError for every response that is not a success, and when the connection ends before the file does
 */
export async function callDownload<E extends DownloadEndpoint | ExportEndpoint>(
  endpoint: E,
  input: CallOf<E>,
  { signal = null }: { signal?: AbortSignal | null } = {},
): Promise<File> {
  const parts = input as Input;
  const lost = (error: unknown) => {
    throw signal?.aborted ? signal.reason : error instanceof TypeError ? new ApiError(0, {}) : error;
  };
  const answer = await fetch(urlOf(endpoint, parts), { headers: authorized({}), signal }).catch(lost);
  if (answer.ok) {
    const bytes = await answer.blob().catch(lost);
    return new File([bytes], nameIn(answer.headers.get('content-disposition')), { type: bytes.type });
  }
  throw failure(fill(endpoint.path, parts.params), answer.status, parse(await answer.text().catch(lost)));
}
