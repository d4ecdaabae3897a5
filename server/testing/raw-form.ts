import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { TestApp } from './test-app.ts';

export type RawPart = { name: string; value: string | Buffer; filename?: string; type?: string };

const BOUNDARY = 'raw-form-boundary';

/** A multipart body with exactly the given bytes and unescaped names, as no correct encoder would send it. */
export function rawForm(parts: readonly RawPart[], closed = true): Buffer {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type ? `\r\nContent-Type: ${type}\r\n\r\n` : '\r\n\r\n'),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]);
}

export const fields = (values: object): RawPart[] =>
  Object.entries(values).map(([name, value]) => ({ name, value: String(value) }));

/** Sends bytes to an endpoint as they are. */
export async function send(
  test: TestApp,
  endpoint: Endpoint,
  payload: string | Buffer,
  contentType = `multipart/form-data; boundary=${BOUNDARY}`,
) {
  const response = await test.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: { 'content-type': contentType },
    payload,
  });
  return { status: response.statusCode, body: response.json<ErrorBody & Record<string, unknown>>() };
}
