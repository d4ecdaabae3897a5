import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/api.ts';
import type { RequestSummary } from '#contract/request-answers.ts';
import { MATCHED_MAX, PAGE_ROWS_MAX } from '#contract/words/limits.ts';
import { call, messageOf } from '#web/lib/api-client.ts';
import { useToasts } from '#web/ui/mantine/Toasts.tsx';
import { exportQueryOf, type Filters } from '../requests.view.ts';
import type { ListProps } from './list-props.ts';

/** The first requests of a list, in its order, up to `MATCHED_MAX`. */
async function readMatching(filters: Filters): Promise<readonly RequestSummary[]> {
  // By id, because a request that is made meanwhile moves the others to later pages.
  const found = new Map<number, RequestSummary>();
  for (let page = 1; page <= MATCHED_MAX / PAGE_ROWS_MAX; page += 1) {
    const query = { ...exportQueryOf(filters), limit: String(PAGE_ROWS_MAX), page: String(page) };
    const { requests } = await call(api.requests.list, { query });
    for (const request of requests) found.set(request.id, request);
    if (requests.length < PAGE_ROWS_MAX) break;
  }
  return [...found.values()];
}

/**
 * Chooses every request that matches the filters, of all pages. It holds as long as the filters stay and every row of the
 * page is chosen.
 * @param isPageChosen whether every row of the page is chosen
 */
export function useAllMatching({ list, filters }: Pick<ListProps, 'list' | 'filters'>, isPageChosen: boolean) {
  const { show } = useToasts();
  const key = JSON.stringify([exportQueryOf(filters), filters.page]);
  const [all, setAll] = useState<{ key: string; rows: readonly RequestSummary[] } | null>(null);
  const read = useMutation({
    mutationFn: () => readMatching(filters),
    onSuccess: (rows) => setAll({ key, rows }),
    onError: (error) => show({ text: messageOf(error, 'Failed to load requests'), tone: 'danger' }),
  });
  if (all && (all.key !== key || !isPageChosen)) setAll(null);
  const { matched: counted = 0, more_match: isMore = false, requests = [] } = list.data ?? {};
  // A search is counted a little further than its page, so that how many match is known when all are read.
  const matched = isMore ? Number.POSITIVE_INFINITY : counted;
  const rows = isPageChosen && all?.key === key ? all.rows : null;
  return {
    rows,
    /** How many there are to choose, when they are more than the page shows. */
    offer: isPageChosen && matched > requests.length ? Math.min(matched, MATCHED_MAX) : 0,
    /** Whether more match than can be chosen. */
    isCut: matched > MATCHED_MAX && (!rows || rows.length >= MATCHED_MAX),
    isReading: read.isPending,
    choose: () => read.mutate(),
  };
}
export type AllMatching = ReturnType<typeof useAllMatching>;
