import type { CallOf, Endpoint, FileRule, JsonEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { addressOf, formOf } from '#server/testing/calls.ts';
import type { TestFile } from './files.ts';

/** The whole API, as the product declares it. */
export { api as contract } from '#contract/api.ts';

/** The input of a call, with files as Playwright's file inputs take them. */
export type Input<E extends JsonEndpoint> = Omit<CallOf<E>, 'files'> &
  (E extends { files: FileRule } ? { files?: readonly TestFile[] } : { files?: never });

/** The input of a call that may be wrong. */
export type LooseInput = { params?: object; query?: object; body?: object; files?: readonly TestFile[] };

/**
 * The parameter of a call about one row.
 * @throws when there is no such row
 */
export function pathOf(row: { id: number } | undefined) {
  if (!row) throw new Error('there is no row for the path of a call');
  return { params: { id: String(row.id) } };
}

/** The signed-in person who calls; a visitor has none. */
export type Session = { token: string } | null;

/**
 * Makes a call that may be wrong, and returns the answer or the refusal. Calls the API with fetch, which does not reuse a
 * connection that the server is about to close.
 */
export function attempt(server: string, who: Session, endpoint: Endpoint, input: LooseInput): Promise<Response> {
  const { body, files = [] } = input;
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer }));
  const form = endpoint.files && sent.length > 0 ? formOf(body ?? {}, endpoint.files.field, sent) : null;
  return fetch(`${server}${addressOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: {
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    ...(form || body ? { body: form ?? JSON.stringify(body) } : {}),
  });
}

/**
 * Makes a call with the contract's types.
 * @throws when the answer is not a success, with its body
 */
export async function call<E extends JsonEndpoint>(
  server: string,
  who: Session,
  endpoint: E,
  input: Input<E>,
): Promise<ResponseOf<E>> {
  const answer = await attempt(server, who, endpoint, input as LooseInput);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${text}`);
  // The server has checked this answer against its schema.
  return JSON.parse(text) as ResponseOf<E>;
}
