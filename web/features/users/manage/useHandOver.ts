import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '#contract/users.ts';
import { userQueries } from '../users.api.ts';
import { handOverText, isAssignable } from '../users.view.ts';

/** The answer that sends the open requests back to the office. */
export const NOBODY_TAKES = '0';

/**
 * Who takes over the open requests of a user who is leaving. There is no answer to begin with: a plan is not emptied by a press that
 * meant something else.
 * @param user who is leaving; null while nobody does
 */
export function useHandOver(user: User | null) {
  const isNeeded = user !== null && isAssignable(user);
  const { data, isError, isLoading } = useQuery({ ...userQueries.openWork(user?.id ?? 0), enabled: isNeeded });
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const isAsked = isNeeded && Boolean(data?.open);
  const taker = isAsked ? Number(answer) || undefined : undefined;
  return {
    field,
    answer,
    error: isMissing ? 'Choose who takes over' : undefined,
    open: isAsked ? (data?.open ?? 0) : 0,
    takers: data?.takers ?? [],
    isUncounted: isNeeded && isError,
    /** Whether it is not known yet if there is anything to ask. */
    isCounting: isLoading,
    /** The id of who takes over; undefined for nobody. */
    taker,
    choose: (next: string) => {
      setAnswer(next);
      setMissing(false);
    },
    /** Whether nothing is asked any more. A question without an answer says so and takes the focus. */
    isAnswered: () => {
      if (!isAsked || answer !== '') return true;
      setMissing(true);
      field.current?.focus();
      return false;
    },
    clear: () => {
      setAnswer('');
      setMissing(false);
    },
    /** What became of the open requests, to be said once the user has left; empty when there were none. */
    text: isAsked ? ` ${handOverText(data?.open ?? 0, data?.takers.find(({ id }) => id === taker)?.name)}` : '',
  };
}
export type HandOver = ReturnType<typeof useHandOver>;
