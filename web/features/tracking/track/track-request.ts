import { requests } from '#contract/requests.ts';
import type { TrackedRequest } from '#contract/tracking.ts';
import { trackingId } from '#contract/workflow.ts';
import { call } from '#web/lib/api-client.ts';

/** Exported from here, so that the result's component is loaded together with the call. */
export { TrackResult } from './TrackResult.tsx';

/**
 * Loads a request by its tracking ID (spec §7). A text that is not a tracking ID fails without a call.
 * @param isRefresh whether the page refreshes by itself, which the server does not count as a view
 * @throws ApiError
 */
export async function trackRequest(
  text: string,
  isRefresh: boolean,
): Promise<{ request: TrackedRequest } | { failure: string | undefined }> {
  const id = trackingId.safeParse(text);
  if (!id.success) return { failure: id.error.issues[0]?.message };
  return call(requests.track, { params: { id: id.data }, ...(isRefresh && { query: { refresh: '1' as const } }) });
}
