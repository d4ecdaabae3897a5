import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/lib/api-client.ts';
import type { RequestValues } from './request-draft.ts';

const FAILED = 'The contact message could not be loaded. Reload the page to try again.';

export type ContactEntries = { id: number; values: RequestValues };

/**
 * Reads the contact message that the office makes a request from: the parameter `contact` of the address. The parameter is
 * removed then, so that a reload shows the draft and not the message again.
 * @param onRead gets the form's values
 * @returns why the message could not be read
 */
export function useContactEntries(onRead: (entries: ContactEntries) => void): string | null {
  const [params, setParams] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const id = params.get('contact');
  const take = useEffectEvent((entries: ContactEntries) => {
    onRead(entries);
    const rest = new URLSearchParams(params);
    rest.delete('contact');
    setParams(rest, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (id === null) return;
    let isGone = false;
    setFailure(null);
    import('./request-from-contact.ts')
      .then(({ readContact }) => readContact(id))
      .then(
        (values) => !isGone && take({ id: Number(id), values }),
        (error: unknown) => !isGone && setFailure(messageOf(error, FAILED)),
      );
    return () => {
      isGone = true;
    };
  }, [id]);
  return failure;
}
