import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { Download } from '../lib/download.ts';

/** Sends a file that the browser isolates: it runs no script, loads nothing and cannot be framed (threats T7). */
export const sendDownload = (reply: FastifyReply, { stream, name, type, inline, keptSeconds }: Download) =>
  reply
    // What is isolated has no origin to keep its memory apart by, and a browser warns of the wish.
    .removeHeader('origin-agent-cluster')
    .headers({
      'content-type': type,
      'content-disposition': contentDisposition(name, { type: inline ? 'inline' : 'attachment' }),
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
      'cache-control': keptSeconds > 0 ? `private, max-age=${keptSeconds}, immutable` : 'no-store',
    })
    .send(stream);
