import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody } from '#contract/errors.ts';
import { KEY_PREFIX, keyScopes } from '#contract/words/keys.ts';
import { statusOf } from './errors.ts';
import { refusalsOf } from './refusals.ts';

type Groups = Record<string, Record<string, Endpoint>>;
type Schema = Record<string, unknown>;

/** JSON Schema of one side of a call; OpenAPI 3.1 uses the same dialect. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, '~standard': __, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return rest;
}

function parametersOf(endpoint: Endpoint) {
  const each = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A random UUID. A repeat within a day answers like the first call and changes nothing again; with other content it is refused with 409 and `key_reused`.',
    schema: { type: 'string', format: 'uuid' },
  };
  const lastEvent = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event that was received: the stream goes on after it.',
    schema: { type: 'string' },
  };
  return [
    ...each(endpoint.params, 'path'),
    ...each(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [key] : []),
    ...(endpoint.kind === 'events' ? [lastEvent] : []),
  ];
}

function requestBodyOf(endpoint: Endpoint) {
  if (!endpoint.body) return {};
  // The library leaves examples out wherever the text sent and the text kept may differ. The example shows the text sent.
  const { examples: _, ...schema } = schemaOf(endpoint.body, 'input');
  const [example] = (endpoint.body.meta()?.examples ?? []) as unknown[];
  const { properties, ...rest } = schema as { properties?: Record<string, Schema> };
  const files = endpoint.files && {
    'multipart/form-data': {
      schema: {
        ...rest,
        properties: {
          ...properties,
          [endpoint.files.field]: {
            type: 'array',
            maxItems: endpoint.files.max,
            items: { type: 'string', contentMediaType: 'application/octet-stream' },
          },
        },
      },
    },
  };
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) }, ...files },
    },
  };
}

const meanings: Record<ErrorCode, string> = {
  validation_failed: 'A field is missing, wrong or unknown; `details` says which.',
  unauthorized: 'No living session, and no API key that works.',
  forbidden: 'The session or the API key may not do this.',
  not_found: 'There is no such thing, or this caller may not know of it.',
  conflict: 'Somebody else was first; the message says who and what.',
  key_reused: 'The Idempotency-Key stands for a call with other content.',
  payload_too_large: 'Too many bytes.',
  uri_too_long: 'The address has more than 2,048 characters.',
  rate_limited: 'Too many calls; Retry-After says when to come back.',
  insufficient_storage: 'There is no room for files.',
  unavailable: 'Busy or restarting; Retry-After says when to come back.',
  internal: 'A bug on our side; `request_id` finds it in the log.',
};

/** A refusal with one status. Several codes may share it: the caller distinguishes them by `error`. */
function refusalOf(codes: readonly ErrorCode[]) {
  const exampleOf = (code: ErrorCode) => ({
    message: meanings[code],
    error: code,
    request_id: '1f0c7a52-6a0e-4a0b-9d2b-6d1c5a3e8b77',
  });
  return {
    description: codes.map((code) => (codes.length > 1 ? `\`${code}\`: ${meanings[code]}` : meanings[code])).join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

const roleText = (access: Endpoint['access']) =>
  access === 'public' ? 'Anyone.' : access === 'signed_in' ? 'Anyone signed in.' : `Roles: ${access.join(', ')}.`;
const keyText = ({ key }: Endpoint) => (key ? ` An API key with the scope ${key}.` : '');

/** The credentials that a call takes, where they are not only that of a session, which the document names for all. */
function securityOf({ access, key }: Endpoint) {
  if (access === 'public') return { security: [] };
  return key ? { security: [{ session: [] }, { key: [key] }] } : {};
}

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The token of a person who is signed in.' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key, which an admin makes under Settings. It begins with ${KEY_PREFIX}, and opens the calls that name one of its scopes: ${keyScopes.join(', ')}.`,
  },
};

function contentOf(endpoint: Endpoint) {
  if (endpoint.kind === 'json') return { 'application/json': { schema: schemaOf(endpoint.response, 'output') } };
  if (endpoint.kind === 'export') return { 'text/csv': { schema: { type: 'string' } } };
  if (endpoint.kind === 'download') return { '*/*': { schema: { type: 'string', contentMediaType: '*/*' } } };
  return { 'text/event-stream': { schema: schemaOf(endpoint.event, 'output') } };
}

function operationOf(feature: string, name: string, endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => String(statusOf[code]));
  const limit = endpoint.limit
    ? ` At most ${endpoint.limit.calls} calls in ${endpoint.limit.seconds} s from one network.`
    : '';
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description: `${roleText(endpoint.access)}${keyText(endpoint)}${limit}`,
    ...securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Done.',
        content: contentOf(endpoint),
      },
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusalOf(codes)])),
    },
  };
}

/** The contract as an OpenAPI 3.1 document, built from the schemas that validate the calls. */
export function openApiOf(groups: Groups, info: { title: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, group] of Object.entries(groups)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(feature, name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: '1', description: 'Times are ISO 8601 in UTC. Unknown fields are refused.' },
    servers: [{ url: `${info.url}/api` }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes,
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
}
