import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The answer of an address, made once and kept in memory: plain and, for texts, compressed. */
export type PreparedAnswer = {
  status: number;
  /** Of every form, by lower-case name. */
  headers: Record<string, string>;
  bytes: Record<string, Buffer>;
  /** The encodings there are, the smallest form first. */
  encodings: string[];
};

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Prepares an answer. Browsers revalidate it each time (`no-cache`).
 * @param content a text is compressed as well; a picture, given as bytes, already is
 * @param headers are added, and replace the usual headers of the same name
 */
export async function prepareAnswer(
  status: number,
  type: string,
  content: string | Buffer,
  headers: Record<string, string>,
): Promise<PreparedAnswer> {
  const plain = Buffer.from(content);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const [brotli, gzipped] =
    typeof content === 'string' ? await Promise.all([compressors.br(plain), compressors.gzip(plain)]) : [];
  const bytes: PreparedAnswer['bytes'] = {
    ...(brotli && gzipped && { br: brotli, gzip: gzipped }),
    identity: plain,
  };
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...headers },
    bytes,
    encodings: Object.keys(bytes),
  };
}

/** Whether the visitor already holds it: proxies that compress again mark our tag as weak. */
const isHeld = (header: string | undefined, etag: string | undefined) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Sends it in the smallest form the visitor takes; 304 when the visitor holds it. */
export function sendPrepared(
  { status, headers, bytes, encodings }: PreparedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers(headers);
  if (status === 200 && isHeld(request.headers['if-none-match'], headers.etag)) return reply.code(304).send();
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(status).send(bytes[encoding]);
}
