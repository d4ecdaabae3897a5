import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, Idempotency, JsonEndpoint } from '#contract/endpoint.ts';
import { sentEdit } from '#contract/texts/edit.ts';
import type { Deps, StreamedEvent, UseCases } from '../deps.ts';
import type { CsvFile } from '../lib/csv.ts';
import type { Download } from '../lib/download.ts';
import { DomainError, invalid } from '../lib/errors.ts';
import type { Upload } from '../lib/inbox.ts';
import { callerOf } from '../lib/networks.ts';
import { sendDownload } from './downloads.ts';
import { sendExport } from './exports.ts';
import { type Form, readForm, takeQuota, takesFiles } from './form/multipart.ts';
import { guardRefusals, isTraced } from './refusals.ts';
import { authorise, onBehalfOf } from './visitor.ts';

/** No form has more fields; a body of thousands of wrong ones is not answered with thousands of lines. */
const DETAILS_MAX = 100;

/** Checks one part of a call against its schema; every issue becomes a field with its text (400). */
function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues
    .slice(0, DETAILS_MAX)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, DETAILS_MAX)
            .map((key) => ({ field: [...issue.path, key].join('.'), message: 'Unknown field' }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    );
  // A field with two problems shows the first, as the specification orders them.
  const seen = new Set<string>();
  const first = details.filter(({ field }) => !seen.has(field) && seen.add(field));
  throw invalid(first.slice(0, DETAILS_MAX));
}

/** The body of a call that takes none: a body that is sent anyway is refused, not ignored. */
const nothing = z.strictObject({});
/** Random ones only: the UUIDs of nothing but zeros or ones stand for no call in particular. */
const idempotencyKey = z
  .uuid('Idempotency-Key must be a UUID')
  .refine((key) => !/^[0f-]+$/i.test(key), 'Idempotency-Key must be a random UUID')
  .toLowerCase()
  .optional();

/** The hash of a call's content. The order of the fields, and whether they came as JSON or as a form, make no difference. */
function contentOf(input: { params?: unknown; body?: unknown }, uploads: readonly Upload[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([input.params, input.body]));
  for (const { name, sha256 } of uploads) hash.update(JSON.stringify([name, sha256.toString('hex')]));
  return hash.digest();
}

function readIdempotency(request: FastifyRequest, content: () => Buffer): Idempotency | undefined {
  const key = parse(idempotencyKey, request.headers['idempotency-key']) as z.output<typeof idempotencyKey>;
  return key === undefined ? undefined : { key, content: content() };
}

/** The id of the last event that a browser received before its stream broke. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
}

/** Reads the parameters in the address. This comes before the form, so that a wrong address is refused before files arrive. */
function readAddress(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    ...(endpoint.params && { params: parse(endpoint.params, request.params) }),
    ...(endpoint.query && { query: parse(endpoint.query, request.query) }),
  };
}

/** How many rows a call asks for; 0 when it does not say. The value is not checked yet. */
const askedRows = ({ query }: FastifyRequest): number => Number((query as { limit?: unknown }).limit) || 0;

const bodyOf = ({ edits }: Endpoint, body: z.ZodType) => (edits ? sentEdit(body, edits) : body);

/** Reads the body of a call, which came as JSON or as a form. */
function readBody(endpoint: Endpoint, request: FastifyRequest, form?: Form): Record<string, unknown> {
  const sent = form?.body ?? request.body ?? {};
  if (!endpoint.body) parse(nothing, sent);
  return {
    ...(endpoint.body && { body: parse(bodyOf(endpoint, endpoint.body), sent) }),
    ...(endpoint.files && { files: form?.files ?? [] }),
  };
}

function readInput(endpoint: Endpoint, request: FastifyRequest, address: object, form?: Form): object {
  const input = { ...address, ...readBody(endpoint, request, form) };
  if (!endpoint.idempotent) return input;
  return { ...input, idempotency: readIdempotency(request, () => contentOf(input, form?.files ?? [])) };
}

/** Keeps only the fields of the schema. An answer that does not fit the schema is our bug (500). */
function guard(endpoint: JsonEndpoint, answer: unknown): unknown {
  const result = endpoint.response.safeParse(answer);
  if (result.success) return result.data;
  throw new Error(`the answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${result.error.message}`);
}

const PUBLIC_JSON_BYTES = 64 * 1024;

/** Sends what the use case answered, as the endpoint's kind says. */
function respond(endpoint: Endpoint, reply: FastifyReply, answer: unknown, ended?: AbortController): FastifyReply {
  // The types have matched each use case with its endpoint; here only the kind is known.
  if (endpoint.kind === 'download') return sendDownload(reply, answer as Download);
  if (endpoint.kind === 'events' && ended) {
    return reply.server.eventStreams.send(endpoint, reply, answer as AsyncIterable<StreamedEvent>, ended);
  }
  const body = guard(endpoint as JsonEndpoint, answer);
  return reply
    .header('cache-control', 'no-store')
    .code(endpoint.status ?? 200)
    .send(body);
}

/**
 * Mounts a feature's endpoints below /api: authorise, validate, use case, guarded response, in this order.
 * A missing use case, or one that asks for more than the endpoint grants, does not compile.
 */
export function mount<G extends Record<string, Endpoint>>(
  app: FastifyInstance,
  deps: Deps,
  group: G,
  useCases: UseCases<G>,
) {
  for (const [name, endpoint] of Object.entries<Endpoint>(group)) {
    // The types above have matched each use case with its endpoint; a loop cannot see that any more.
    const useCase = useCases[name] as (deps: Deps, actor: unknown, input: unknown) => Promise<unknown>;
    const guardRefusal = guardRefusals(endpoint);
    const run = async (deps: Deps, actor: unknown, request: FastifyRequest, ended?: AbortController) => {
      const stream = ended && { signal: ended.signal, lastEventId: lastEventId(request) };
      const address = { ...readAddress(endpoint, request), ...stream };
      if (!takesFiles(endpoint) || !request.isMultipart()) {
        return useCase(deps, actor, readInput(endpoint, request, address));
      }
      // The files of the call are removed from the inbox before the answer is sent.
      await using inbox = deps.files.inbox();
      const admit = async (bytes: number) =>
        endpoint.access === 'public' ? takeQuota(deps, callerOf(request), bytes) : undefined;
      const form = await readForm(request, endpoint, { inbox, admit });
      // A body may come in for minutes.
      await authorise(deps, endpoint, request);
      return await useCase(deps, actor, readInput(endpoint, request, address, form));
    };
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      // A stranger's JSON is small; files come as multipart, which has limits of its own.
      ...(endpoint.access === 'public' && { bodyLimit: PUBLIC_JSON_BYTES }),
      // Monitors send HEAD to public calls. A file, or a stream, would be made for nobody.
      exposeHeadRoute: endpoint.kind === 'json' && endpoint.access === 'public',
      handler: async (request, reply) => {
        if (endpoint.limit) await deps.limits.take(endpoint.path, callerOf(request), endpoint.limit);
        const admit = () => authorise(deps, endpoint, request);
        const actor = await admit();
        const isWrite = actor.kind === 'staff' && isTraced(endpoint);
        if (isWrite) await deps.limits.takeOf(actor.id, 'writes');
        const own = isWrite ? onBehalfOf(deps, actor) : deps;
        if (!endpoint.files && request.isMultipart()) {
          throw new DomainError('validation_failed', 'This call takes JSON');
        }
        if (endpoint.kind === 'export' && actor.kind === 'staff') {
          return sendExport(own, reply, { id: actor.id, admit }, (exporting) =>
            guardRefusal(async () => (await run(exporting, actor, request)) as CsvFile),
          );
        }
        const ended = endpoint.kind === 'events' ? new AbortController() : undefined;
        const isRead = actor.kind !== 'visitor' && !isWrite && !ended;
        const answer = await guardRefusal(() =>
          isRead
            ? deps.reads.run(actor, askedRows(request), (db) => run({ ...deps, db }, actor, request))
            : run(own, actor, request, ended),
        );
        return respond(endpoint, reply, answer, ended);
      },
    });
  }
}
