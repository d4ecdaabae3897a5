import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { asNumber, useHistoryLayer, withLayer } from '#web/ui/base/useHistoryLayer.ts';
import { useRefreshRequests } from '../requests.api.ts';
import { requestIdOf } from '../requests.view.ts';

/** The name of the dialog's history layer. */
export const REQUEST_LAYER = 'request';

/**
 * Knows which request's dialog is open. A `requestId` in the address opens it and is then removed from the address
 * (spec §2). The lists are read again whenever the dialog closes.
 */
export function useRequestDialog() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { value: openId, open, close } = useHistoryLayer(REQUEST_LAYER, asNumber);
  const refresh = useRefreshRequests();
  const named = params.get('requestId');
  const taken = useRef<string | null>(null);

  useEffect(() => {
    if (named === taken.current) return;
    taken.current = named;
    if (named === null) return;
    const id = requestIdOf(params);
    const rest = new URLSearchParams(params);
    rest.delete('requestId');
    const to = { search: rest.toString() };
    // Two steps, so that Back leads from the dialog to the page without the `requestId`.
    void (async () => {
      await navigate(to, { replace: true, preventScrollReset: true });
      if (id !== null) await navigate(to, { state: withLayer(null, REQUEST_LAYER, id), preventScrollReset: true });
    })();
  }, [named, params, navigate]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && openId === null) void refresh();
    wasOpen.current = openId !== null;
  }, [openId, refresh]);

  return { openId, open, close };
}
