import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusPage } from '#web/ui/base/behaviour/leave-row.ts';
import type { ListKeys } from '#web/ui/base/behaviour/list-keys.ts';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { useShortcutSheet, useShortcutsOn } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import { useRows } from '#web/ui/mantine/table/useRows.ts';
import { deskKeys } from './desk-keys.ts';
import { type MatchingRows, useAllMatching } from './useAllMatching.ts';

type Row = { id: number };
/** What a menu is opened for: one row, or all chosen ones. */
type MenuOf<R extends Row> = {
  rows: readonly R[];
  anchor: HTMLElement;
  /** What gets the focus back when a key opened the menu. */
  returnTo?: HTMLElement | null;
  isBulk?: boolean;
};

type Options<R extends Row> = {
  /** The rows of the page. */
  rows: readonly R[];
  /** How the rows of all pages are read. */
  matching: Omit<MatchingRows<R>, 'list'> & { matched: number; isMore: boolean };
};

/**
 * What the rows of a list can do: chosen and active rows, of the page or of all that match, and the open menu. What a feature's
 * keys do comes with `useDeskKeys`.
 */
export function useListDesk<R extends Row, M extends MenuOf<R>>({ rows: shown, matching }: Options<R>) {
  const rows = useRows(shown);
  const [menu, setMenu] = useState<M | null>(null);
  const sheet = useShortcutSheet();
  const [isOn, setOn] = useShortcutsOn();
  const isEmpty = rows.chosenRows.length === 0;
  const { matched, isMore, ...reading } = matching;
  const all = useAllMatching(
    { ...reading, list: { matched, isMore, shown: shown.length } },
    !isEmpty && rows.chosenRows.length === shown.length,
  );
  const chosenRows = all.rows ?? rows.chosenRows;
  // What had the focus disappears with the bar of the chosen rows, or with its row.
  const { activeKey } = rows;
  const wasActive = useRef(activeKey);
  const refocus = useEffectEvent(rows.refocus);
  useEffect(() => {
    if (isEmpty && wasActive.current && document.activeElement === document.body) {
      if (activeKey) refocus();
      else focusPage();
    }
    wasActive.current = activeKey;
  }, [isEmpty, activeKey]);

  const openMenu = (next: M) => {
    const [row] = next.rows;
    // A browser may give a pressed button no focus.
    if (row && !next.isBulk) rows.onActive(String(row.id));
    setMenu(menu?.anchor === next.anchor ? null : next);
  };
  return {
    rows,
    /** Whether no row is chosen. */
    isEmpty,
    /** The chosen rows of the page, or every row that matches. */
    chosenRows,
    all,
    menu,
    openMenu,
    closeMenu: () => setMenu(null),
    /**
     * Opens a menu of the chosen rows, or else of the active one.
     * @param name by which a row's cell and the button of the chosen rows are found
     */
    openFor: (name: string, menuOf: (of: MenuOf<R>) => M) => {
      const bulk = document.querySelector<HTMLElement>(`[data-bulk="${name}"]`);
      // The rows of the page alone are not what was asked for.
      if (all.isReading) return;
      const { activeRow } = rows;
      const returnTo = activeRow ? rows.rowOf(activeRow) : null;
      if (!isEmpty && bulk) return openMenu(menuOf({ rows: chosenRows, anchor: bulk, returnTo, isBulk: true }));
      const anchor = activeRow && rows.anchorIn(activeRow, name);
      if (activeRow && anchor) openMenu(menuOf({ rows: [activeRow], anchor, returnTo }));
    },
    sheet,
    keys: { isOn, set: setOn },
  };
}
type ListDesk = Pick<ReturnType<typeof useListDesk<Row, MenuOf<Row>>>, 'rows' | 'sheet' | 'keys'>;

type KeyOptions = {
  onOpen: (id: number) => void;
  /** The feature's own keys that change rows; null where rows are only read, and cannot be chosen. */
  changing: ListKeys | null;
  /** Whether the rows are cards, which keys do not work. */
  isSmall: boolean;
};

/** Lets the keys of a list work it (`deskKeys`). */
export function useDeskKeys({ rows, sheet, keys }: ListDesk, { onOpen, changing, isSmall }: KeyOptions): void {
  const { runAction } = useToasts();
  const { move, toggle, extend, clear, activeRow } = rows;
  const open = () => activeRow && onOpen(activeRow.id);
  const actions = { move, open, toggle, extend, clear, undo: runAction, showKeys: sheet.open };
  useListKeys(deskKeys(actions, changing), keys.isOn && !isSmall);
}
