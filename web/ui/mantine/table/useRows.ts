import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { rowElement } from './DataTable.tsx';
import { type Active, nextOf, placeOf, type Row, stepTo, toggled, withoutRows, withRows } from './rows.ts';

const rowOf = ({ id }: Row) => rowElement(id);

/**
 * Which rows are chosen, and which one the keyboard acts on. Both survive that the rows are read again: a row that has
 * left the list counts no more, and the keyboard goes on with the row in its place.
 */
export function useRows<R extends Row>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<RowSelectionState>({});
  const [active, setActive] = useState<Active | null>(null);
  const at = placeOf(rows, active);
  const activeRow = rows[at];
  const chosenRows = rows.filter(({ id }) => chosen[id]);
  const chooseAlso = (ids: readonly number[]) => setChosen((all) => withRows(all, ids));
  /** The element of a row that opens a menu, or the row when its column is hidden. */
  const anchorIn = (row: Row, menu: string) =>
    rowOf(row)?.querySelector<HTMLElement>(`[data-menu="${menu}"]`) ?? rowOf(row);
  return {
    chosen,
    setChosen,
    chosenRows,
    /** The checkbox of the whole page, where no head of a table has it. */
    wholePage: {
      chosen: chosenRows.length,
      shown: rows.length,
      onChange: () => {
        const ids = rows.map(({ id }) => id);
        // Rows of other pages stay chosen.
        if (chosenRows.length === rows.length) setChosen((all) => withoutRows(all, ids));
        else chooseAlso(ids);
      },
    },
    activeRow,
    activeKey: activeRow ? String(activeRow.id) : null,
    onActive: (key: string) => setActive({ key, among: rows.map(({ id }) => id) }),
    /** Moves the keyboard a row down (1) or up (-1); to the first one when it is nowhere yet. */
    move: (by: number) => {
      const row = stepTo(rows, at, by);
      if (row) rowOf(row)?.focus();
    },
    toggle: () => activeRow && setChosen((all) => toggled(all, activeRow.id)),
    /** Chooses the active row and the one that the keyboard moves to. */
    extend: (by: number) => {
      const next = rows[at + by];
      chooseAlso([activeRow, next].flatMap((row) => row?.id ?? []));
      if (next) rowOf(next)?.focus();
    },
    chooseAlso,
    clear: () => setChosen({}),
    /** Gives the focus back to the active row when what had it is gone. The window stays where it is. */
    refocus: () => activeRow && rowOf(activeRow)?.focus({ preventScroll: true }),
    rowOf,
    anchorIn,
    /** Gives the focus to the same menu of the row below the active one; the last row keeps it. */
    goOn: (menu: string) => {
      const next = nextOf(rows, active);
      if (next) anchorIn(next, menu)?.focus();
    },
  };
}
