import type { Endpoint } from '#contract/endpoint.ts';

export type TestFile = { name: string; bytes: Buffer; type?: string };

/** The path of a call, with its parameters and its query. */
export function addressOf(endpoint: Endpoint, input: { params?: object; query?: object }): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return `/api${filled}${query.size ? `?${query}` : ''}`;
}

/** Fields and files as a multipart body. */
export function formOf(body: object, field: string, files: readonly TestFile[]): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) form.append(key, String(value));
  for (const { name, bytes, type } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type: type ?? '' }), name);
  }
  return form;
}
