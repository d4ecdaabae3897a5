import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** CSS width. Columns without one share the rest. */
  width?: string;
  /** Makes the header a button that reverses the order. */
  sort?: { direction: 'ascending' | 'descending'; onToggle: () => void };
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** In pixels. Below this width the columns are not readable, and the table scrolls sideways. */
  minWidth: number;
  /** Whether the rows belong to the previous filters while new ones load. */
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

/** A list as a table with a sticky head. Shows skeletons while `rows` is undefined. */
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
        <tbody>
          {rows ? <Rows columns={columns} rows={rows} rowKey={rowKey} /> : <SkeletonRows columns={columns} />}
        </tbody>
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

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function SkeletonRows<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return SKELETON_KEYS.map((key, row) => (
    <tr key={key}>
      {columns.map((column, index) => (
        <td key={column.key}>
          <Skeleton height={12} width={`${55 + ((row * 17 + index * 29) % 40)}%`} my={6} />
        </td>
      ))}
    </tr>
  ));
}
