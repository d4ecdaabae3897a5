import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CardList.module.css';
import { CheckBox } from './CheckBox.tsx';
import { type ActiveRow, ROW_KEY, type Selection } from './DataTable.tsx';
import { toggled } from './rows.ts';

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
  /**
   * Rows that can be chosen have a checkbox at the end of a line of their card, the first one unless `--box-line` names another.
   * This line keeps `--box-room` free at its end.
   */
  selection?: Selection<Row>;
  /** The card that gets the focus back when what had it is gone. */
  active?: ActiveRow;
  children: (row: Row) => ReactNode;
};

const WIDTHS = ['60%', '90%', '75%'];

/** The placeholder of a line: as high as a letter for a line of text, as the line for one with buttons. */
function LineSkeleton({ height, index }: { height: number; index: number }) {
  const isText = height < 32;
  const bar = isText ? 12 : Math.min(height, 44);
  return <Skeleton height={bar} my={(height - bar) / 2} width={isText ? WIDTHS[index % WIDTHS.length] : '100%'} />;
}

type CardProps<Row> = Pick<Props<Row>, 'className' | 'selection' | 'active' | 'children'> & { id: string; row: Row };

function Card<Row>({ id, row, className, selection, active, children }: CardProps<Row>) {
  const isChosen = selection?.chosen[id] ?? false;
  return (
    <li
      {...{ [ROW_KEY]: id }}
      className={`${classes.card} ${className}`}
      data-choosable={selection && true}
      data-selected={isChosen || undefined}
      {...(active && { tabIndex: -1, onFocus: () => active.onActive(id) })}
    >
      {selection && (
        <div className={classes.box}>
          <CheckBox
            label={`Select ${selection.nameOf(row)}`}
            checked={isChosen}
            isLarge
            onChange={() => {
              // A browser may give a pressed checkbox no focus.
              active?.onActive(id);
              selection.onChange((chosen) => toggled(chosen, id));
            }}
          />
        </div>
      )}
      {children(row)}
    </li>
  );
}

/** A list as cards, where a `DataTable` has no room. */
export const CardList = <Row,>({ label, rows, rowKey, stale = false, lines, className, ...card }: Props<Row>) => (
  <ul className={classes.cards} aria-label={label} aria-busy={!rows || stale} data-stale={stale || undefined}>
    {rows
      ? rows.map((row) => <Card key={rowKey(row)} {...card} id={String(rowKey(row))} row={row} className={className} />)
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
