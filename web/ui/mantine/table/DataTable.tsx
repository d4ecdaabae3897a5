import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  type OnChangeFn,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { CheckBox, PageCheckBox } from './CheckBox.tsx';
import classes from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** CSS width. Columns without one share the rest. */
  width?: string;
  /** Not on paper: the column has buttons only. */
  onScreenOnly?: true;
  /** Its values are never wrapped, because people read them out and type them. */
  unwrapped?: true;
  /** Makes the header a button that sorts by it, or reverses the order. Without a direction the rows are in another order. */
  sort?: { direction: 'ascending' | 'descending' | undefined; onToggle: () => void };
};

/** The chosen rows by their key. Rows that are not in the list do not count. */
export type Selection<Row> = {
  chosen: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
  /** What the row's checkbox selects, such as a tracking ID. */
  nameOf: (row: Row) => string;
};

/** The row that the keyboard acts on. */
export type ActiveRow = { key: string | null; onActive: (key: string) => void };

export type Density = 'comfortable' | 'compact';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** In pixels. Below this width the columns are not readable, and the table scrolls sideways. */
  minWidth: number;
  /** Whether the rows belong to the previous filters while new ones load. */
  stale?: boolean;
  density?: Density;
  /** The keys of columns that are not shown. */
  hidden?: readonly string[];
  selection?: Selection<Row>;
  active?: ActiveRow;
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const noRows: readonly never[] = [];
const noSelection: RowSelectionState = {};
/** The attribute by which a row is found by its key. */
export const ROW_KEY = 'data-row';
/** The element of a row or card of the page's list. */
export const rowElement = (key: string | number) => document.querySelector<HTMLElement>(`[${ROW_KEY}="${key}"]`);

const classOf = <Row,>({ onScreenOnly, unwrapped }: Column<Row>) =>
  onScreenOnly ? classes.onScreenOnly : unwrapped && classes.unwrapped;

function Head<Row>({ column }: { column: Column<Row> }) {
  const { sort } = column;
  if (!sort) {
    return (
      <th scope="col" className={classOf(column)}>
        {column.header}
      </th>
    );
  }
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={sort.direction}>
      <button type="button" className={classes.sort} onClick={sort.onToggle}>
        {column.header}
        {sort.direction && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}

/**
 * A list as a table with a sticky head. Shows skeletons while `rows` is undefined. Order and pages belong to the list's
 * query; columns and chosen rows are kept by @tanstack/react-table.
 */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { label, columns, rows, rowKey, minWidth, stale = false, density = 'comfortable', selection, active } = props;
  const { hidden = noRows } = props;
  const [ref, isScrolling] = useIsNarrow(minWidth / 16);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const keys = [...byKey.keys()].join();
  // The table remembers its rows and cells for as long as data and columns stay the same objects.
  const defs = useMemo(() => keys.split(',').map((id) => ({ id })), [keys]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((key) => [key, false])), [hidden]);
  const table = useTable({
    features,
    columns: defs,
    data: rows ?? noRows,
    getRowId: (row: Row) => String(rowKey(row)),
    state: { columnVisibility, rowSelection: selection?.chosen ?? noSelection },
    ...(selection && { onRowSelectionChange: selection.onChange }),
  });
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byKey.get(id) ?? []);
  const chosenCount = selection ? table.getSelectedRowModel().rows.length : 0;
  // A scrolling area must be reachable by keyboard.
  const scrolls = isScrolling ? { tabIndex: 0, 'data-scrolls': true } : {};
  return (
    <section ref={ref} className={classes.frame} aria-label={label} {...scrolls}>
      <table
        className={classes.table}
        style={{ minWidth }}
        aria-busy={!rows || stale}
        data-density={density}
        data-stale={stale || undefined}
      >
        <colgroup>
          {selection && <col className={classes.box} />}
          {shown.map((column) => (
            <col
              key={column.key}
              className={classOf(column)}
              style={column.width ? { width: column.width } : undefined}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.box}>
                <PageCheckBox
                  chosen={chosenCount}
                  shown={rows?.length ?? 0}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {shown.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows ? (
            table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                {...{ [ROW_KEY]: row.id }}
                data-selected={(selection && row.getIsSelected()) || undefined}
                {...(active && { tabIndex: -1, onFocus: () => active.onActive(row.id) })}
                data-active={active?.key === row.id || undefined}
              >
                {selection && (
                  <td className={classes.box}>
                    <CheckBox
                      label={`Select ${selection.nameOf(row.original)}`}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {shown.map((column) => (
                  <td key={column.key} className={classOf(column)}>
                    {column.cell(row.original)}
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <SkeletonRows columns={shown} withBox={selection !== undefined} />
          )}
        </tbody>
      </table>
    </section>
  );
}

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function SkeletonRows<Row>({ columns, withBox }: { columns: readonly Column<Row>[]; withBox: boolean }) {
  return SKELETON_KEYS.map((key, row) => (
    <tr key={key}>
      {withBox && <td className={classes.box} />}
      {columns.map((column, index) => (
        <td key={column.key}>
          <Skeleton height={12} width={`${55 + ((row * 17 + index * 29) % 40)}%`} my={6} />
        </td>
      ))}
    </tr>
  ));
}
