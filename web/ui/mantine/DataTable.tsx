import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share what is left. */
  width?: string;
  /** Makes the header a button that turns the order round. */
  sort?: { direction: 'ascending' | 'descending'; onToggle: () => void };
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** The narrowest width at which the columns stay readable; below it the table scrolls sideways. */
  minWidth: number;
  /** The rows shown belong to the question before this one. */
  stale?: boolean;
};

function Head<Row>({ column }: { column: Column<Row> }) {
  const { sort } = column;
  if (!sort) return <th scope="col">{column.header}</th>;
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={sort.direction}>
      <button type="button" className={classes.sort} onClick={sort.onToggle}>
        {column.header}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  );
}

/** A list as a table: calm rows, a head that stays, skeletons while `rows` is undefined. */
export function DataTable<Row>({ label, columns, rows, rowKey, minWidth, stale = false }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.table} style={{ minWidth }} aria-busy={!rows || stale} data-stale={stale || undefined}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>{rows ? <Rows columns={columns} rows={rows} rowKey={rowKey} /> : <Waiting columns={columns} />}</tbody>
      </table>
    </section>
  );
}

function Rows<Row>({ columns, rows, rowKey }: Pick<Props<Row>, 'columns' | 'rowKey'> & { rows: readonly Row[] }) {
  return rows.map((row) => (
    <tr key={rowKey(row)}>
      {columns.map((column) => (
        <td key={column.key}>{column.cell(row)}</td>
      ))}
    </tr>
  ));
}

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Waiting<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return WAITING.map((key, row) => (
    <tr key={key}>
      {columns.map((column, index) => (
        <td key={column.key}>
          <Skeleton height={12} width={`${55 + ((row * 17 + index * 29) % 40)}%`} my={6} />
        </td>
      ))}
    </tr>
  ));
}
