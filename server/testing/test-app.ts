import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import type { Business } from '#contract/business.ts';
import type { CallOf, Endpoint, JsonEndpoint, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { mountApi } from '../app.ts';
import { readConfig } from '../config.ts';
import type { WritableDatabase } from '../db/pool.ts';
import { createDeps, type Deps } from '../deps.ts';
import type { StreamPace } from '../http/event-streams.ts';
import { mountMetrics } from '../http/metrics.ts';
import { createServer } from '../http/server.ts';
import type { BodyWatch } from '../http/slow-bodies.ts';
import { announcerOf } from '../reactions.ts';
import { addressOf, formOf, type TestFile } from './calls.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { TEST_SETTINGS } from './programs/process.ts';

export type Answer<T> = { status: number; headers: Record<string, unknown>; body: T; text: string };
export type Loose = {
  params?: object;
  query?: object;
  body?: object;
  files?: readonly TestFile[];
  idempotencyKey?: string;
};
/** The address and the headers of a call. */
export type Origin = { ip?: string; headers?: Record<string, string> };

/** Fields and files as a multipart body, made by the platform's own encoder. */
async function multipart(body: object, field: string, files: readonly TestFile[]) {
  const encoded = new Response(formOf(body, field, files));
  const payload = Buffer.from(await encoded.arrayBuffer());
  return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
}

/** Makes a database from the migrated template, and a folder for files. */
async function ownPlace(template: string): Promise<TestApp['shared']> {
  const database = await createDatabase(template);
  return { database, folder: await mkdtemp(path.join(tmpdir(), 'switchboard-files-')) };
}

export type Caller = {
  token: string | undefined;
  /** Calls an endpoint with the contract's types. A refusal throws with its body. */
  call<E extends JsonEndpoint>(
    endpoint: E,
    input: Omit<CallOf<E>, 'files'> & { files?: readonly TestFile[] },
  ): Promise<ResponseOf<E>>;
  /** Calls an endpoint with any input, and returns the answer or the refusal. */
  attempt(endpoint: Endpoint, input?: Loose): Promise<Answer<ErrorBody & Record<string, unknown>>>;
};

/** Tests may write without a transaction. */
export type TestDeps = Deps & { db: WritableDatabase };

export type TestApp = {
  app: FastifyInstance;
  deps: TestDeps;
  business: Business;
  /** A caller with this bearer token, or an anonymous one; `from` sets the address and the headers. */
  caller(token?: string, from?: Origin): Caller;
  /** The address of the test's database. */
  connection: PoolConfig;
  /** The database and the data folder, which a second instance shares. */
  shared: { database: string; folder: string };
  /** Waits for everything that is written after an answer. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The product's calls on a database of its own, copied from the migrated template.
 * @param overrides replaces dependencies, such as the clock and the tracking IDs
 * @param options.asOwner uses the role that owns the tables, for tests that tamper with them or fill them in bulk
 * @param options.join makes a second instance on another instance's database and data folder; close the second one first
 */
export async function testApp(
  overrides: Partial<Deps> = {},
  env: Record<string, string> = {},
  options: { join?: TestApp; watchBodies?: BodyWatch; streams?: StreamPace; asOwner?: boolean } = {},
): Promise<TestApp> {
  const postgres = inject('postgres');
  const { database, folder } = options.join?.shared ?? (await ownPlace(postgres.database));

  const config = readConfig({ ...TEST_SETTINGS, DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...env });
  const app = await createServer(config, { watchBodies: options.watchBodies, streams: options.streams });
  // An answer of class 5xx hides its cause from the caller, not from the test.
  let cause: Error | undefined;
  app.addHook('onError', async (_request, _reply, error) => {
    cause = error;
  });
  const connection = { ...(options.asOwner ? inject('postgresOwner') : postgres), database };
  const given = {
    config,
    connection,
    created: false,
    log: app.log,
    now: overrides.now ?? (() => new Date()),
    announcer: announcerOf,
  };
  const deps = Object.assign(await createDeps(given), overrides) as TestDeps;
  if (overrides.db)
    Object.assign(deps, {
      lookups: deps.db,
      reads: { ...deps.reads, run: (_, _rows, work) => work(deps.db) },
    } satisfies Partial<Deps>);
  mountApi(app, deps);
  await mountMetrics(app, deps);

  const caller: TestApp['caller'] = (token, from = {}) => {
    const attempt: Caller['attempt'] = async (endpoint, input = {}) => {
      const { payload, headers } =
        input.files && endpoint.files
          ? await multipart(input.body ?? {}, endpoint.files.field, input.files)
          : { payload: input.body, headers: {} };
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: {
          ...headers,
          ...from.headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
        },
        ...(from.ip ? { remoteAddress: from.ip } : {}),
        ...(payload === undefined ? {} : { payload }),
        payloadAsStream: endpoint.kind === 'events',
      });
      if (endpoint.kind === 'events' && response.statusCode === 200) {
        // A stream has no end. Its beginning says whether the call was admitted.
        response.stream().destroy();
        return { status: response.statusCode, headers: response.headers, body: {} as never, text: '' };
      }
      const body = endpoint.kind === 'events' ? await text(response.stream()) : response.body;
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: JSON.parse(isJson ? body : '{}'),
        text: body,
      };
    };
    const call: Caller['call'] = async (endpoint, input) => {
      const answer = await attempt(endpoint, input as Loose);
      if (answer.status >= 300) {
        const failure = `${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.text}`;
        throw new Error(failure, answer.status >= 500 ? { cause } : undefined);
      }
      // The server has already checked this answer against its schema.
      return answer.body as never;
    };
    return { token, call, attempt };
  };

  return {
    app,
    deps,
    get business() {
      return deps.settings.business;
    },
    caller,
    connection,
    shared: { database, folder },
    settled: () => deps.batches.flush(),
    async close() {
      await app.close();
      await deps.jobs.stop();
      await deps.close();
      if (options.join) return;
      await dropDatabase(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A stored file's bytes by its signed path. */
export async function fetchFile(test: TestApp, signedPath: string) {
  const response = await test.app.inject({ method: 'GET', url: signedPath });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Every key in the file store, in order. */
export async function storedKeys(test: { deps: Pick<Deps, 'files'> }): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list()) keys.push(key);
  return keys.sort();
}
