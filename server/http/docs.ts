import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { escapeHtml } from '../lib/html.ts';
import { openApiOf } from './openapi.ts';
import { prepareAnswer, sendPrepared } from './prepared-answer.ts';

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
summary { padding: .6rem 0; cursor: pointer; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; }
b { display: inline-block; min-width: 4.5rem; }
`;
const stylesHash = createHash('sha256').update(styles).digest('base64');

const json = (value: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: unknown[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
};

function section(method: string, path: string, operation: Operation): string {
  const { parameters, requestBody, responses } = operation;
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const refusals = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  return [
    `<details id="${escapeHtml(operation.operationId)}"><summary><b>${method.toUpperCase()}</b><code>/api${escapeHtml(path)}</code></summary>`,
    `<p>${escapeHtml(operation.summary)} ${escapeHtml(operation.description)}</p>`,
    parameters.length ? `<h3>Parameters</h3>${json(parameters)}` : '',
    ...Object.entries(requestBody?.content ?? {}).map(
      ([type, body]) => `<h3>Body, ${escapeHtml(type)}</h3>${json(body.schema)}`,
    ),
    ...Object.entries(good?.[1].content ?? {}).map(
      ([type, answer]) => `<h3>Answer ${good?.[0]}, ${escapeHtml(type)}</h3>${json(answer.schema)}`,
    ),
    `<h3>Refusals</h3><ul>${refusals.map(([status, { description }]) => `<li><code>${status}</code> ${escapeHtml(description)}</li>`).join('')}</ul></details>`,
  ].join('');
}

/** The description of the API, for programs and for people. */
function describeApi(url: string) {
  const groups: Record<string, Record<string, Endpoint>> = api;
  const document = openApiOf(groups, { title: 'Switchboard API', url });
  const paths = Object.entries(document.paths) as [string, Record<string, Operation>][];
  const sections = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  );
  const title = escapeHtml(document.info.title);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styles}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(document.info.description)} <a href="/api/openapi.json">OpenAPI 3.1</a></p>${sections.join('')}</main></body></html>`;
  return { document, page };
}

/** Prepares both answers. */
async function prepareDocs(url: string) {
  const { document, page } = describeApi(url);
  const [json, html] = await Promise.all([
    prepareAnswer(200, 'application/json; charset=utf-8', JSON.stringify(document), {}),
    prepareAnswer(200, 'text/html; charset=utf-8', page, {
      'content-security-policy': `default-src 'none'; style-src 'sha256-${stylesHash}'; frame-ancestors 'none'; base-uri 'none'`,
    }),
  ]);
  return { json, html };
}

/**
 * Serves GET /api/openapi.json for programs and GET /api/docs for people. Both are made from the contract and compressed at the
 * first call, because a start would take longer, and few ever ask.
 */
export function mountDocs(app: FastifyInstance, deps: Deps): void {
  let prepared: ReturnType<typeof prepareDocs> | undefined;
  const docs = () => {
    prepared ??= prepareDocs(deps.config.publicUrl);
    return prepared;
  };

  app.get('/api/openapi.json', async (request, reply) => sendPrepared((await docs()).json, request, reply));
  app.get('/api/docs', async (request, reply) => sendPrepared((await docs()).html, request, reply));
}
