import { z } from 'zod';
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
