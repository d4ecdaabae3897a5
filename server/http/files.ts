import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { openLink } from '../features/files/files.service.ts';
import { DomainError } from '../lib/errors.ts';

const params = z.object({ id: z.uuid() });
const query = z.object({
  exp: z
    .string()
    .regex(/^\d{13}$/)
    .transform(Number),
  sig: z.string().regex(/^[\w-]{43}$/),
  size: z.literal('thumbnail').optional(),
});

/** Stored files by their signed path: the signature is the permission, so that pictures need no header (threats T12, T7). */
export function mountFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/files/:id', async (request, reply) => {
    const id = params.safeParse(request.params);
    const asked = query.safeParse(request.query);
    if (!id.success || !asked.success) throw new DomainError('forbidden', 'This link is not valid');
    const { exp, sig, size } = asked.data;
    const file = await openLink(deps, { id: id.data.id, exp, sig, thumbnail: size === 'thumbnail' });
    return reply
      .headers({
        'content-type': file.type,
        'content-disposition': contentDisposition(file.name, { type: file.inline ? 'inline' : 'attachment' }),
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
        'cache-control': 'private, max-age=600, immutable',
      })
      .send(file.stream);
  });
}
