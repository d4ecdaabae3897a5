import { z } from 'zod';
import { time } from './text.ts';
import { priorities, statuses } from './words/requests.ts';

/** The fields that anyone with the tracking ID may see. */
export const trackedRequest = z.object({
  external_id: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  created_at: time,
  updated_at: time,
  completed_at: time.nullable(),
  timeline: z.array(z.object({ status: z.enum(statuses), at: time })),
});
export type TrackedRequest = z.infer<typeof trackedRequest>;

const count = z.int().min(0);
/** How often a request was looked up by its tracking ID (spec §3 Tracking stats). */
export const trackingStats = z.object({
  totalTracks: count,
  uniqueIPs: count,
  firstTracked: time.nullable(),
  lastTracked: time.nullable(),
  deviceStats: z.object({ mobile: count, tablet: count, desktop: count, unknown: count }),
  wasTracked: z.boolean(),
});
export const trackingView = z.object({
  id: z.int().min(1),
  device_type: z.enum(['mobile', 'tablet', 'desktop', 'unknown']),
  ip_address: z.string(),
  tracked_at: time,
});
