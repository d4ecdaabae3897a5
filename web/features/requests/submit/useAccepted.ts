import { useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { lastRequest } from '#web/lib/forms/last-request.stored.ts';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';

/**
 * An accepted request: its tracking ID, whether it is an emergency, whether another tab had sent it, its id when the office has entered
 * it, and the contact message that it was made from, until that is resolved.
 */
export type AcceptedRequest = {
  trackingId: string;
  isEmergency: boolean;
  isRepeat: boolean;
  requestId: number | null;
  contact: number | null;
};

function parse(state: unknown): AcceptedRequest | null {
  const { trackingId, isEmergency, isRepeat, requestId, contact } = { ...(state as Partial<AcceptedRequest> | null) };
  if (typeof trackingId !== 'string') return null;
  return {
    trackingId,
    isEmergency: isEmergency === true,
    isRepeat: isRepeat === true,
    requestId: typeof requestId === 'number' ? requestId : null,
    contact: typeof contact === 'number' ? contact : null,
  };
}

/**
 * The request that was accepted on this page; null while it is written. It is the state of the page's entry in the history, so that
 * a reload and Back show it again, and a link to the page opens the form.
 */
export function useAccepted() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const show = (accepted: AcceptedRequest | null) =>
    navigate(paths.request(), { replace: true, state: accepted, flushSync: true });
  return {
    accepted: isHydrated ? parse(state) : null,
    accept: (accepted: AcceptedRequest) => {
      lastRequest.write(accepted.trackingId);
      void show(accepted);
    },
    /** Remembers that the contact message is resolved. */
    forgetContact: (accepted: AcceptedRequest) => void show({ ...accepted, contact: null }),
    /** Resolves when the form is shown. */
    startAnother: async () => show(null),
  };
}
