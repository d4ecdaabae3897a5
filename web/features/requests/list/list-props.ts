import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ChosenTable } from '#contract/words/views.ts';
import type { Filters } from '../requests.filters.ts';

export type ListProps = {
  list: UseQueryResult<ResponseOf<typeof api.requests.list>>;
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onOpen: (id: number) => void;
  /** The name under which columns and density are kept. */
  table: ChosenTable;
  /** Says how many match of how many (spec §2). */
  countText: (matched: string, total: string) => string;
  /** What is to be said about the list. It stands in the line above the rows, which it does not move. */
  notes: ReactNode;
  withRating: boolean;
  /** Whether the list has all of a view's filters; without it, it has those of every view. */
  hasFilters?: (filters: Filters) => boolean;
  /** Leaves out everything that changes something. */
  readOnly?: boolean;
};
