import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time } from './text.ts';

/** A stored file (spec §3 File). Paths are same-origin, signed and valid for minutes. */
export const requestFile = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** A smaller picture for lists and cards; null for documents. */
  thumbnail_path: z.string().nullable(),
  file_type: z.string(),
  file_size: z.int(),
  created_at: time,
  /** Null for a visitor's upload, which screens show as 'Unknown'. */
  uploader: z.object({ name: z.string() }).nullable(),
});
export type RequestFile = z.infer<typeof requestFile>;

/** A repeated parameter counts as missing. */
const once = z.string().optional().catch(undefined);

export const files = {
  /** The signature in the path grants access, so that an image needs no header. Any invalid link returns 403. */
  open: endpoint({
    kind: 'download',
    summary: 'Returns the stored file or thumbnail at a signed path.',
    refuses: ['forbidden', 'not_found'],
    method: 'GET',
    path: '/files/:id',
    access: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ exp: once, sig: once, size: once }),
  }),
};
