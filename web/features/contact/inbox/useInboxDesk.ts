import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { useAllMatching } from '#web/domain/useAllMatching.ts';
import { call } from '#web/lib/api-client.ts';
import { focusSearch, type ListKeys, useListKeys } from '#web/ui/base/useListKeys.ts';
import { useShortcutSheet, useShortcutsOn } from '#web/ui/mantine/ShortcutSheet.tsx';
import { useToasts } from '#web/ui/mantine/Toasts.tsx';
import { useRows } from '#web/ui/mantine/useRows.ts';
import { type ContactFilters, type ContactMessage, contactFilters } from '../contact.view.ts';
import type { StatusChange } from './status-change.ts';
import { useStatusChange } from './useStatusChange.ts';

/** The open menu of statuses: of one row, or of all chosen ones. */
export type StatusMenuState = {
  rows: readonly ContactMessage[];
  anchor: HTMLElement;
  beside?: HTMLElement | null;
  isBulk?: boolean;
};

type Options = {
  list: ResponseOf<typeof api.contact.list>['data'] | undefined;
  filters: ContactFilters;
  onOpen: (id: number) => void;
  readOnly: boolean;
};

const none: readonly ContactMessage[] = [];
/** By which a row's cell and the button of the chosen rows are found. */
export const STATUS_MENU = 'status';

/** Everything that the rows of the inbox can do: chosen and active rows, the open menu, changes of status, and their keys. */
export function useInboxDesk({ list, filters, onOpen, readOnly }: Options, isSmall: boolean) {
  const messages = list?.contacts ?? none;
  const rows = useRows(messages);
  const [menu, setMenu] = useState<StatusMenuState | null>(null);
  const sheet = useShortcutSheet();
  const [isOn, setOn] = useShortcutsOn();
  const { runAction } = useToasts();
  const { send, progress } = useStatusChange(({ isBulk }, ids) => isBulk && rows.chooseAlso(ids));

  const isEmpty = rows.chosenRows.length === 0;
  const all = useAllMatching(
    {
      key: JSON.stringify(filters),
      list: { matched: list?.matched ?? 0, isMore: list?.more_match ?? false, shown: messages.length },
      readPage: async (page) =>
        (await call(api.contact.list, { query: { ...contactFilters.query(filters), ...page } })).data.contacts,
      failure: 'Failed to load contact messages',
    },
    !isEmpty && rows.chosenRows.length === messages.length,
  );
  const chosenRows = all.rows ?? rows.chosenRows;
  // The bar of the chosen rows disappears with what had the focus.
  const refocus = useEffectEvent(rows.refocus);
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) refocus();
  }, [isEmpty]);

  const openMenu = (next: StatusMenuState) => setMenu(menu?.anchor === next.anchor ? null : next);
  const openFor = () => {
    const bulk = document.querySelector<HTMLElement>(`[data-bulk="${STATUS_MENU}"]`);
    if (!isEmpty && bulk) return openMenu({ rows: chosenRows, anchor: bulk, isBulk: true });
    const anchor = rows.activeRow && rows.anchorIn(rows.activeRow, STATUS_MENU);
    if (rows.activeRow && anchor) openMenu({ rows: [rows.activeRow], anchor });
  };
  const change = (next: StatusChange) => {
    if (next.isBulk) rows.clear();
    send(next);
  };
  const resolve = () => {
    if (!isEmpty) return change({ rows: chosenRows, isBulk: true, to: 'resolved' });
    if (!rows.activeRow || rows.activeRow.status === 'resolved') return;
    change({ rows: [rows.activeRow], isBulk: false, to: 'resolved' });
    rows.move(1);
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
    // A key that is held down resolves one message only.
    ['r', ({ repeat }) => !repeat && resolve()],
    ['s', openFor],
    ['x', rows.toggle],
    ['J', () => rows.extend(1)],
    ['K', () => rows.extend(-1)],
    ['Escape', rows.clear],
    ['z', runAction],
  ];
  useListKeys(readOnly ? moving : [...moving, ...changing], isOn && !isSmall);

  return {
    rows,
    /** The chosen rows of the page, or every message that matches. */
    chosenRows,
    all,
    progress,
    menu,
    openMenu,
    closeMenu: () => setMenu(null),
    /** Sets the status of what the menu was opened for. */
    pick: (next: StatusChange) => {
      const [first] = next.rows;
      if (!next.isBulk && first) rows.goOn(first, STATUS_MENU);
      change(next);
    },
    /** Sets the status of a message that is open. */
    resolve: (message: ContactMessage) => send({ rows: [message], isBulk: false, to: 'resolved' }),
    sheet,
    keys: { isOn, set: setOn },
  };
}
export type InboxDesk = ReturnType<typeof useInboxDesk>;
