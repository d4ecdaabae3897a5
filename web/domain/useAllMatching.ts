import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MATCHED_MAX, PAGE_ROWS_MAX } from '#contract/words/limits.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';

type Row = { id: number };
export type MatchingRows<R extends Row> = {
  /** Changes with the filters and with the page. */
  key: string;
  /** The list as it is shown: how many match, whether more do than are counted, and the rows of the page. */
  list: { matched: number; isMore: boolean; shown: number };
  /** Reads one page of the rows that match. */
  readPage: (page: { limit: string; page: string }) => Promise<readonly R[]>;
  /** Said when they cannot be read. */
  failure: string;
};

/** The first rows of a list, in its order, up to `MATCHED_MAX`. */
async function readMatching<R extends Row>(readPage: MatchingRows<R>['readPage']): Promise<readonly R[]> {
  // By id, because a row that is made meanwhile moves the others to later pages.
  const found = new Map<number, R>();
  for (let page = 1; page <= MATCHED_MAX / PAGE_ROWS_MAX; page += 1) {
    const rows = await readPage({ limit: String(PAGE_ROWS_MAX), page: String(page) });
    for (const row of rows) found.set(row.id, row);
    if (rows.length < PAGE_ROWS_MAX) break;
  }
  return [...found.values()];
}

/**
 * Chooses every row that matches the filters, of all pages. It holds as long as the filters stay and every row of the page is
 * chosen.
 * @param isPageChosen whether every row of the page is chosen
 */
export function useAllMatching<R extends Row>(
  { key, list, readPage, failure }: MatchingRows<R>,
  isPageChosen: boolean,
) {
  const { show } = useToasts();
  const [all, setAll] = useState<{ key: string; rows: readonly R[] } | null>(null);
  const read = useMutation({
    mutationFn: ({ readPage }: Pick<MatchingRows<R>, 'key' | 'readPage'>) => readMatching(readPage),
    // The filters may be others by now: their rows are not these.
    onSuccess: (rows, of) => of.key === key && setAll({ key, rows }),
    onError: (error) => show({ text: messageOf(error, failure), tone: 'danger' }),
  });
  if (all && (all.key !== key || !isPageChosen)) setAll(null);
  // A search is counted a little further than its page, so that how many match is known when all are read.
  const matched = list.isMore ? Number.POSITIVE_INFINITY : list.matched;
  const rows = isPageChosen && all?.key === key ? all.rows : null;
  return {
    rows,
    /** How many there are to choose, when they are more than the page shows. */
    offer: isPageChosen && matched > list.shown ? Math.min(matched, MATCHED_MAX) : 0,
    /** Whether more match than can be chosen. */
    isCut: matched > MATCHED_MAX && (!rows || rows.length >= MATCHED_MAX),
    isReading: isPageChosen && read.isPending && read.variables.key === key,
    choose: () => read.mutate({ key, readPage }),
  };
}
export type AllMatching<R extends Row> = ReturnType<typeof useAllMatching<R>>;
