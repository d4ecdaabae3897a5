import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { asNumber, useHistoryLayer, withLayer } from '#web/ui/base/useHistoryLayer.ts';
import { useRefreshRequests } from '../requests.api.ts';
import { requestIdOf } from '../requests.view.ts';

/** The dialog's name among the layers of its page. */
export const REQUEST_LAYER = 'request';

/**
 * Which request's dialog is open. A `requestId` in the address opens it, and is then cleared from the address (spec §2).
 * Closing, by whatever way, reads the lists anew.
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
    // First the page without the name, then the dialog on top of it: Back leads to the page.
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
