import { useEffect, useRef } from 'react';
import { asNumber, idIn } from '#web/ui/base/behaviour/history-layers.ts';
import { useLinkedLayer } from '#web/ui/base/behaviour/useLinkedLayer.ts';
import { useRefreshRequests } from '../requests.api.ts';

/** The name of the dialog's history layer. A `requestId` in the address opens it (spec §2). */
export const REQUEST_LAYER = 'request';

/** Knows which request's dialog is open. The lists are read again whenever the dialog closes. */
export function useRequestDialog() {
  const { value: openId, open, close } = useLinkedLayer(REQUEST_LAYER, asNumber, idIn);
  const refresh = useRefreshRequests();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && openId === null) void refresh();
    wasOpen.current = openId !== null;
  }, [openId, refresh]);

  return { openId, open, close };
}
