import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#contract/api.ts';
import type { RequestSummary } from '#contract/request-answers.ts';
import { useAllMatching } from '#web/domain/useAllMatching.ts';
import { call } from '#web/lib/api-client.ts';
import { focusSearch, type ListKeys, useListKeys } from '#web/ui/base/useListKeys.ts';
import { useShortcutSheet, useShortcutsOn } from '#web/ui/mantine/ShortcutSheet.tsx';
import { useToasts } from '#web/ui/mantine/Toasts.tsx';
import { useRows } from '#web/ui/mantine/useRows.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { MenuKind, RowMenu } from '../dispatch/row-menu.ts';
import { useDispatch } from '../dispatch/useDispatch.ts';
import { requestQueries } from '../requests.api.ts';
import { exportQueryOf } from '../requests.filters.ts';
import type { ListProps } from './list-props.ts';

const none: readonly RequestSummary[] = [];

/** Everything that the rows of a list can do: chosen and active rows, the open menu, changes, and the keys for it all. */
export function useDesk({ list, filters, onOpen, readOnly = false }: ListProps, isSmall: boolean) {
  const rows = useRows(list.data?.requests ?? none);
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const sheet = useShortcutSheet();
  const [isOn, setOn] = useShortcutsOn();
  const { runAction } = useToasts();
  const change = useDispatch(({ isBulk }, ids) => isBulk && rows.chooseAlso(ids));
  // Read before the first menu opens, so that it opens complete.
  useQuery({ ...requestQueries.assignees(), enabled: !readOnly });

  const isEmpty = rows.chosenRows.length === 0;
  const { matched = 0, more_match: isMore = false, requests: shown = none } = list.data ?? {};
  const all = useAllMatching(
    {
      key: JSON.stringify([exportQueryOf(filters), filters.page]),
      list: { matched, isMore, shown: shown.length },
      readPage: async (page) =>
        (await call(api.requests.list, { query: { ...exportQueryOf(filters), ...page } })).requests,
      failure: 'Failed to load requests',
    },
    !isEmpty && rows.chosenRows.length === shown.length,
  );
  const chosenRows = all.rows ?? rows.chosenRows;
  // The bar of the chosen rows disappears with what had the focus.
  const refocus = useEffectEvent(rows.refocus);
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) refocus();
  }, [isEmpty]);

  const openMenu = (next: RowMenu) => setMenu(menu?.anchor === next.anchor ? null : next);
  const openFor = (kind: MenuKind) => {
    const bulk = document.querySelector<HTMLElement>(`[data-bulk="${kind}"]`);
    if (!isEmpty && bulk) return openMenu({ kind, rows: chosenRows, anchor: bulk, isBulk: true });
    const anchor = rows.activeRow && rows.anchorIn(rows.activeRow, kind);
    if (rows.activeRow && anchor) openMenu({ kind, rows: [rows.activeRow], anchor });
  };
  const down = () => rows.move(1);
  const up = () => rows.move(-1);
  const moving: ListKeys = [
    ['j', down],
    ['ArrowDown', down],
    ['k', up],
    ['ArrowUp', up],
    ['Enter', () => rows.activeRow && onOpen(rows.activeRow.id)],
    ['/', focusSearch],
    ['?', sheet.open],
  ];
  const changing: ListKeys = [
    ['a', () => openFor('assign')],
    ['s', () => openFor('status')],
    ['x', rows.toggle],
    ['J', () => rows.extend(1)],
    ['K', () => rows.extend(-1)],
    ['Escape', rows.clear],
    ['z', runAction],
  ];
  useListKeys(readOnly ? moving : [...moving, ...changing], isOn && !isSmall);

  return {
    rows,
    /** The chosen rows of the page, or every request that matches. */
    chosenRows,
    all,
    progress: change.progress,
    menu,
    openMenu,
    closeMenu: () => setMenu(null),
    dispatch: (next: Dispatch) => {
      const [first] = next.rows;
      if (next.isBulk) rows.clear();
      else if (first) rows.goOn(first, next.kind);
      change.send(next);
    },
    sheet,
    keys: { isOn, set: setOn },
  };
}
export type Desk = ReturnType<typeof useDesk>;
