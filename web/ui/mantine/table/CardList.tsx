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
  /** The heights of the lines of a usual card in pixels. Its placeholder is as high, so that the list does not jump. */
  lines: readonly number[];
  /** The class of each card, for the places of its content. */
  className: string | undefined;
  children: (row: Row) => ReactNode;
};

const WIDTHS = ['60%', '90%', '75%'];

/** The placeholder of a line: as high as a letter for a line of text, as the line for one with buttons. */
function LineSkeleton({ height, index }: { height: number; index: number }) {
  const isText = height < 32;
  const bar = isText ? 12 : Math.min(height, 44);
  return <Skeleton height={bar} my={(height - bar) / 2} width={isText ? WIDTHS[index % WIDTHS.length] : '100%'} />;
}

/** A list as cards, where a `DataTable` has no room. */
export const CardList = <Row,>({ label, rows, rowKey, stale = false, lines, className, children }: Props<Row>) => (
  <ul className={classes.cards} aria-label={label} aria-busy={!rows || stale} data-stale={stale || undefined}>
    {rows
      ? rows.map((row) => (
          <li key={rowKey(row)} {...{ [ROW_KEY]: rowKey(row) }} className={`${classes.card} ${className}`}>
            {children(row)}
          </li>
        ))
      : ['a', 'b', 'c', 'd'].map((key) => (
          <li key={key} className={`${classes.card} ${className}`}>
            {lines.map((height, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their places
              <LineSkeleton key={index} height={height} index={index} />
            ))}
          </li>
        ))}
  </ul>
);
