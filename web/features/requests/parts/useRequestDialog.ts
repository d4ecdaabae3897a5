import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRefreshRequests } from '../requests.api.ts';
import { requestIdOf } from '../requests.view.ts';

/**
 * Which request's dialog is open. A `requestId` in the address opens it, and is then cleared from the address (spec §2).
 * Closing reads the lists anew.
 */
export function useRequestDialog() {
  const [params, setParams] = useSearchParams();
  const [openId, setOpenId] = useState<number | null>(null);
  const refresh = useRefreshRequests();
  const isNamed = params.has('requestId');

  useEffect(() => {
    if (!isNamed) return;
    setOpenId(requestIdOf(params));
    const rest = new URLSearchParams(params);
    rest.delete('requestId');
    setParams(rest, { replace: true, preventScrollReset: true });
  }, [isNamed, params, setParams]);

  const close = () => {
    setOpenId(null);
    void refresh();
  };
  return { openId, open: setOpenId, close };
}
