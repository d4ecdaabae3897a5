import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagesOf, rangeText } from '#web/lib/paging.ts';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { SearchedFor } from '#web/ui/base/content/Found.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { ErrorState } from '../content/ErrorState.tsx';
import classes from './List.module.css';
import { Pager, type Pages } from './Pager.tsx';

/** What stands in place of rows: that there are none, and what to do. */
type Instead = { title: string; hint: string; action?: ReactNode };

type Props = {
  read: Pick<UseQueryResult, 'isLoadingError' | 'error' | 'isFetching' | 'refetch'> &
    Partial<Pick<UseQueryResult, 'isPlaceholderData'>>;
  /** Said when the list cannot be loaded. */
  failure: string;
  /** The rows of the page; undefined while they load. */
  rows: readonly unknown[] | undefined;
  /** Why nothing is asked for, such as dates that run backwards. Rows that are there stay. */
  problem?: Instead | null | undefined;
  /** Whether a filter is set: then an empty list is nothing that is as it should be. */
  isFiltered?: boolean;
  /** What the rows were searched for; `Found` marks it in them. */
  search?: string;
  /** Shown when there are no rows. */
  empty: Instead;
  pages?: Pages;
  /** The line above the rows. */
  top?: ReactNode;
  /** The rows, or placeholders while they load. */
  children: ReactNode;
};

/**
 * A list in each of its states: it could not be loaded, it is empty, nothing matches, the page is past its end, or its rows;
 * with the pager below. The rows themselves are a `DataTable` or cards.
 */
export function List(props: Props) {
  const { read, failure, rows, problem, isFiltered = false, search = '', empty, pages, top, children } = props;
  if (read.isLoadingError) {
    return <ErrorState title={failure} error={read.error} onRetry={() => void read.refetch()} busy={read.isFetching} />;
  }
  if (!rows && problem) return <NoRows {...problem} />;
  const goTo = (page: number) => {
    pages?.onPage(page);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  // Rows of the filters before say nothing of those that are chosen now.
  const isOld = read.isPlaceholderData && read.isFetching;
  const isEmpty = rows?.length === 0 && !isOld;
  return (
    <>
      {top}
      {rows && pages && !isEmpty && pagesOf(pages.rows, pages.size) > 1 && (
        // The screen says it below the rows, with the ways to the other pages.
        <p className={classes.onPaper} aria-hidden>
          {rangeText(rows.length, pages)}
        </p>
      )}
      {!isEmpty ? (
        <SearchedFor value={search}>{children}</SearchedFor>
      ) : pages && pages.rows > 0 ? (
        <NoRows
          title="This page is past the end of the list"
          action={
            <Button variant="default" onClick={() => goTo(1)}>
              Go to the first page
            </Button>
          }
        />
      ) : (
        <NoRows {...empty} isLit={!isFiltered} />
      )}
      {pages && <Pager {...pages} onPage={goTo} />}
    </>
  );
}

const NoRows = ({ title, hint, action, isLit = false }: Partial<Instead> & { title: string; isLit?: boolean }) => (
  <EmptyState art={<LampArt lit={isLit} />} title={title} action={action}>
    {hint}
  </EmptyState>
);
