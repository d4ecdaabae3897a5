import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutbox } from '#web/lib/outbox/useOutbox.ts';
import { requestQueries } from '../requests.api.ts';
import { keptWorkOf, ontoNewest } from '../work/work-draft.ts';

/**
 * Sends the updates that were refused while their requests were taken away. The technician had sent them, so nobody is asked when the
 * request is as they saw it; otherwise the update stays for them to decide.
 * @param ids the requests of such updates that are assigned to the technician again
 * @returns those that are looked at or sent at this moment
 */
export function useGivenBack(ids: readonly number[]): ReadonlySet<number> {
  const client = useQueryClient();
  const outbox = useOutbox();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const given = ids.join();
  useEffect(() => {
    let isOver = false;
    const sendOnto = async (id: number) => {
      const newest = await client.fetchQuery(requestQueries.detail(id));
      const opened = await outbox.open(id);
      if (isOver || !opened || opened === 'unreadable') return;
      const kept = keptWorkOf(opened);
      const onto = kept && ontoNewest(kept, newest);
      if (onto) await outbox.sendOnto(id, onto);
    };
    const all = given ? given.split(',').map(Number) : [];
    setBusy(new Set(all));
    for (const id of all) {
      // One that cannot be read now stays for the technician to open.
      void sendOnto(id)
        .catch(() => undefined)
        .then(() => isOver || setBusy((before) => new Set([...before].filter((one) => one !== id))));
    }
    return () => {
      isOver = true;
    };
  }, [given, client, outbox]);
  return busy;
}
