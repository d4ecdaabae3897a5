import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CardList.module.css';
import { ROW_KEY } from './DataTable.tsx';

type Props<Row> = {
  label: string;
  /** Undefined while they load: then placeholders stand in their place. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Whether the rows belong to the previous filters while new ones load. */
  stale?: boolean;
  /** The class of each card, for the places of its content. */
  className: string | undefined;
  children: (row: Row) => ReactNode;
};

/** A list as cards, where a `DataTable` has no room. */
export const CardList = <Row,>({ label, rows, rowKey, stale = false, className, children }: Props<Row>) => (
  <ul className={classes.cards} aria-label={label} aria-busy={!rows || stale} data-stale={stale || undefined}>
    {rows
      ? rows.map((row) => (
          <li key={rowKey(row)} {...{ [ROW_KEY]: rowKey(row) }} className={`${classes.card} ${className}`}>
            {children(row)}
          </li>
        ))
      : ['a', 'b', 'c', 'd'].map((key) => (
          <li key={key} className={`${classes.card} ${className}`}>
            <Skeleton height={12} width="50%" />
            <Skeleton height={16} width="90%" />
            <Skeleton height={30} />
          </li>
        ))}
  </ul>
);
