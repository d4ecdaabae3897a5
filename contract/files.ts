import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time } from './text.ts';

/** One stored file (spec §3 File). Paths are same-origin, signed, and good for minutes. */
export const requestFile = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** A smaller picture for lists and cards; null for documents. */
  thumbnail_path: z.string().nullable(),
  file_type: z.string(),
  file_size: z.int(),
  created_at: time,
  /** Null when a visitor sent it; screens show 'Unknown'. */
  uploader: z.object({ name: z.string() }).nullable(),
});
export type RequestFile = z.infer<typeof requestFile>;

/** A parameter that is given twice counts as missing. */
const once = z.string().optional().catch(undefined);

export const files = {
  /** The signature in the path is the permission, so that a picture needs no header. Whatever is wrong with a link is a 403. */
  open: endpoint({
    kind: 'download',
    summary: 'Returns a stored file or its thumbnail, by its signed path.',
    refuses: ['forbidden', 'not_found'],
    method: 'GET',
    path: '/files/:id',
    access: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ exp: once, sig: once, size: once }),
  }),
};
