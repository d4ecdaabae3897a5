import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { ROW_KEY } from './DataTable.tsx';

type Row = { id: number };

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[${ROW_KEY}="${id}"]`);

/**
 * Which rows are chosen, and which one the keyboard acts on. Both survive that the rows are read again: a row that has
 * left the list counts no more, and the keyboard goes on with the row in its place.
 */
export function useRows<R extends Row>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<RowSelectionState>({});
  const [active, setActive] = useState<{ key: string; at: number } | null>(null);
  const found = rows.findIndex(({ id }) => String(id) === active?.key);
  const at = found >= 0 ? found : active && rows.length > 0 ? Math.min(active.at, rows.length - 1) : -1;
  const activeRow = rows[at];
  const activate = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row) rowOf(row.id)?.focus();
  };
  const select = (row: Row, isChosen: boolean) =>
    setChosen(({ [row.id]: _, ...others }) => (isChosen ? { ...others, [row.id]: true } : others));
  /** The element of a row that opens a menu, or the row when its column is hidden. */
  const anchorIn = (row: Row, menu: string) =>
    rowOf(row.id)?.querySelector<HTMLElement>(`[data-menu="${menu}"]`) ?? rowOf(row.id);
  return {
    chosen,
    setChosen,
    chosenRows: rows.filter(({ id }) => chosen[id]),
    activeRow,
    activeKey: activeRow ? String(activeRow.id) : null,
    onActive: (key: string) => setActive({ key, at: rows.findIndex(({ id }) => String(id) === key) }),
    /** Moves the keyboard by so many rows; to the first one when it is nowhere yet. */
    move: (by: number) => activate(at < 0 ? 0 : at + by),
    toggle: () => activeRow && select(activeRow, !chosen[activeRow.id]),
    /** Chooses the active row and the one that the keyboard moves to. */
    extend: (by: number) => {
      const next = rows[at + by];
      if (activeRow) select(activeRow, true);
      if (next) select(next, true);
      if (next) activate(at + by);
    },
    chooseAlso: (ids: readonly number[]) =>
      setChosen((all) => ({ ...all, ...Object.fromEntries(ids.map((id) => [id, true] as const)) })),
    clear: () => setChosen({}),
    /** Gives the focus back to the active row when what had it is gone. */
    refocus: () => activeRow && rowOf(activeRow.id)?.focus(),
    anchorIn,
    /** Gives the focus to the same menu of the next row; the last row keeps it. */
    goOn: ({ id }: Row, menu: string) => {
      const next = rows[rows.findIndex((row) => row.id === id) + 1];
      if (next) anchorIn(next, menu)?.focus();
    },
  };
}
