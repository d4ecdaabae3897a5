import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { validate } from '@readme/openapi-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

type Operation = {
  operationId: string;
  description: string;
  security?: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { examples?: object }> }>;
};

const operations = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);

let test: TestApp;
let document: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  test = await testApp();
  document = (await test.app.inject({ method: 'GET', url: '/api/openapi.json' })).json();
});
afterAll(() => test.close());

const operationOf = ({ path, method }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid } = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0]);
    expect(valid).toBe(true);
    expect(document).toMatchObject({ openapi: '3.1.0' });
  });

  it('holds every call of the contract, and no other', () => {
    const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(listed.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it.each(operations)('describes $name with its answers and refusals', ({ endpoint }) => {
    const operation = operationOf(endpoint);
    const answers = Object.keys(operation?.responses ?? {});
    expect(answers).toContain(String(endpoint.status ?? 200));
    expect(answers.includes('401')).toBe(endpoint.access !== 'public' || endpoint.path === '/auth/login');
    const names429 = endpoint.refuses.some((code) => code === 'rate_limited');
    const isBounded = endpoint.access !== 'public' && endpoint.kind !== 'events';
    const isLimited = endpoint.limit !== undefined || isBounded || names429;
    expect(answers.includes('429')).toBe(isLimited);
    expect(Object.keys(operation?.requestBody?.content ?? {}).includes('multipart/form-data')).toBe(
      endpoint.files !== undefined,
    );
    const keyed = operation?.parameters.some(({ name }) => name === 'Idempotency-Key');
    expect(keyed).toBe(endpoint.idempotent === true);
  });

  it.each(operations)('says of $name whether an API key may call it, and with which scope', ({ endpoint }) => {
    const { security, description = '' } = operationOf(endpoint) ?? {};
    const { access, key } = endpoint;
    const schemes = access === 'public' ? [] : key ? [{ session: [] }, { key: [key] }] : undefined;
    expect(security).toEqual(schemes);
    expect(description.includes('API key')).toBe(key !== undefined);
    if (key) expect(description).toContain(`An API key with the scope ${key}.`);
  });

  it('names each code of a status that several refusals share', () => {
    const answer = operationOf(api.requests.updateWithFiles)?.responses['409'];
    expect(answer?.description).toContain('`conflict`');
    expect(answer?.description).toContain('`key_reused`');
    expect(Object.keys(answer?.content['application/json']?.examples ?? {}).sort()).toEqual(['conflict', 'key_reused']);
  });

  it('has only examples that the calls accept', () => {
    const examples = operations.flatMap(({ endpoint }) => {
      const example = operationOf(endpoint)?.requestBody?.content['application/json']?.example;
      return example === undefined ? [] : [{ endpoint, example }];
    });
    expect(examples.length).toBeGreaterThan(8);
    for (const { endpoint, example } of examples) {
      expect(endpoint.body?.safeParse(example).error, endpoint.path).toBeUndefined();
    }
  });
});

it('the docs page names every call, and its policy lets it load nothing', async () => {
  const { headers, body } = await test.app.inject({ method: 'GET', url: '/api/docs' });
  for (const { name } of operations) expect(body).toContain(`id="${name}"`);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(body).not.toMatch(/<script|style=|https?:\/\/(?!localhost)/);
});

describe.each(['/api/openapi.json', '/api/docs'])('%s', (url) => {
  const get = (headers: Record<string, string>) => test.app.inject({ method: 'GET', url, headers });

  it('is compressed for whoever takes it, and the same either way', async () => {
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await get({ 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  it('is not sent again to whoever holds it', async () => {
    const { etag } = (await get({})).headers;
    const again = await get({ 'if-none-match': String(etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200);
  });
});
