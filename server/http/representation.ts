import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an address answers, made once and kept in memory: as it is and, for texts, compressed. */
export type Representation = { status: number; type: string; etag: string; bytes: Record<string, Buffer> };

/** The smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'];
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Makes what is sent from what was rendered.
 * @param content a text is compressed as well; a picture, given as bytes, already is
 */
export async function represent(status: number, type: string, content: string | Buffer): Promise<Representation> {
  const plain = Buffer.from(content);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const bytes: Representation['bytes'] = { identity: plain };
  if (typeof content === 'string') {
    [bytes.br, bytes.gzip] = await Promise.all([compressors.br(plain), compressors.gzip(plain)]);
  }
  return { status, type, etag, bytes };
}

/** Whether the visitor already holds it: proxies that compress again mark our tag as weak. */
const isHeld = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Sends it in the smallest form the visitor takes; 304 when they hold it. Asks to be asked again each time. */
export function sendRepresentation(
  { status, type, etag, bytes }: Representation,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...headers });
  if (status === 200 && isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const offered = ENCODINGS.filter((encoding) => bytes[encoding]);
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', offered) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(status).send(bytes[encoding]);
}
