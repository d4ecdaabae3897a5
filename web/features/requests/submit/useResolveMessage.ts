import { useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';

/**
 * Resolves the contact message that a request was made from, and says whether that worked.
 * @param contact null when there is no such message, or it is resolved
 */
export function useResolveMessage(contact: number | null, onResolved: () => void) {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
  const resolve = async () => {
    if (isSending || contact === null) return;
    setSending(true);
    setOutcome(null);
    try {
      const { resolveMessage } = await import('./request-submission.ts');
      await resolveMessage(contact);
      setOutcome({ tone: 'success', text: 'Status updated successfully' });
      onResolved();
    } catch (error) {
      setOutcome({ tone: 'danger', text: messageOf(error, 'Failed to update status') });
    } finally {
      setSending(false);
    }
  };
  return { resolve, isSending, outcome };
}
