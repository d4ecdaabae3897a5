import { requests } from '#contract/requests.ts';
import type { TrackedRequest } from '#contract/tracking.ts';
import { trackingId } from '#contract/workflow.ts';
import { call } from '#web/lib/api-client.ts';

/** What shows the answer comes with what asks for it: the page itself works without either. */
export { TrackResult } from './TrackResult.tsx';

/**
 * Looks a tracking ID up (spec §7); what is none is answered with its text, without asking the server. Throws ApiError.
 * @param isRefresh the page's own look, which is not counted as a view
 */
export async function lookUp(
  text: string,
  isRefresh: boolean,
): Promise<{ request: TrackedRequest } | { failure: string | undefined }> {
  const id = trackingId.safeParse(text);
  if (!id.success) return { failure: id.error.issues[0]?.message };
  return call(requests.track, { params: { id: id.data }, ...(isRefresh && { query: { refresh: '1' as const } }) });
}
