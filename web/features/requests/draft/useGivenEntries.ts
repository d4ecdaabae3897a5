import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/lib/api-client.ts';
import type { GivenEntries } from './given-entries.ts';

const FAILED = {
  contact: 'The contact message could not be loaded. Reload the page to try again.',
  customer: 'The customer could not be loaded. Reload the page to try again.',
  phone: 'The phone number could not be filled in. Reload the page to try again.',
};
const KINDS = ['contact', 'customer', 'phone'] as const;

/**
 * Reads what the office makes a request from: the parameter `contact`, `customer` or `phone` of the address. The parameter is removed then, so
 * that a reload shows the draft and not the same entries again.
 * @param isOffice whether an admin is signed in: nobody else enters requests for others, so that nothing is read
 * @param onRead gets the form's values
 * @returns why it could not be read
 */
export function useGivenEntries(isOffice: boolean, onRead: (entries: GivenEntries) => void): string | null {
  const [params, setParams] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const kind = KINDS.find((one) => params.has(one)) ?? 'contact';
  const id = params.get(kind);
  const take = useEffectEvent((entries: GivenEntries) => {
    onRead(entries);
    const rest = new URLSearchParams(params);
    rest.delete(kind);
    setParams(rest, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (id === null || !isOffice) return;
    let isGone = false;
    setFailure(null);
    import('./given-entries.ts')
      .then(({ readEntries }) => readEntries[kind](id))
      .then(
        (entries) => !isGone && take(entries),
        (error: unknown) => !isGone && setFailure(messageOf(error, FAILED[kind])),
      );
    return () => {
      isGone = true;
    };
  }, [kind, id, isOffice]);
  return failure;
}
