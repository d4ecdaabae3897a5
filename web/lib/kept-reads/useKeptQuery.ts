import {
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../api-client.ts';
import { useSession } from '../session/session.tsx';
import type { KeptRead } from './kept-reads.stored.ts';
import { keepRead, keptRead } from './kept-reads.ts';

/** Whether the server has answered that there is nothing for this user. What is kept is then wrong. */
const isDenied = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

/**
 * A query whose last answer is kept in the browser. It shows that answer, with its time, until the server has answered:
 * without a connection the screen stays readable, also after a reload.
 * @param options.schema what an answer is today: another release of the page may have kept it
 */
export function useKeptQuery<T, K extends QueryKey>({
  schema,
  ...options
}: UseQueryOptions<T, DefaultError, T, K> & { schema: z.ZodType<T> }) {
  const userId = useSession().user?.id ?? 0;
  const client = useQueryClient();
  const { queryKey } = options;
  const name = JSON.stringify(queryKey);
  const [looked, setLooked] = useState<string | null>(null);
  const show = useEffectEvent((kept: KeptRead<T>) => {
    if (client.getQueryData(queryKey) !== undefined) return;
    client.setQueryData<unknown>(queryKey, kept.data, { updatedAt: kept.at });
    // However new it is: the server is asked.
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  });
  useEffect(() => {
    let isGone = false;
    void keptRead(userId, name, schema).then((kept) => {
      if (isGone) return;
      if (kept) show(kept);
      setLooked(name);
    });
    return () => {
      isGone = true;
    };
  }, [userId, name, schema]);
  const query = useQuery({ ...options, enabled: looked === name });
  const { data, dataUpdatedAt, error } = query;
  const isGone = isDenied(error);
  useEffect(() => {
    if (data !== undefined && !isGone) void keepRead(userId, name, { at: dataUpdatedAt, data });
  }, [userId, name, data, dataUpdatedAt, isGone]);
  return isGone ? { ...query, data: undefined, isLoadingError: true } : query;
}
