import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { useDeskKeys, useListDesk } from '#web/domain/useListDesk.ts';
import { call } from '#web/lib/api-client.ts';
import { type ContactFilters, type ContactMessage, contactFilters } from '../contact.view.ts';
import type { StatusChange } from './status-change.ts';
import { useStatusChange } from './useStatusChange.ts';

/** The open menu of statuses: of one row, or of all chosen ones. */
export type StatusMenuState = {
  rows: readonly ContactMessage[];
  anchor: HTMLElement;
  beside?: HTMLElement | null;
  returnTo?: HTMLElement | null;
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

/** Everything that the rows of the inbox can do: the common desk with the menu, changes and keys of messages. */
export function useInboxDesk({ list, filters, onOpen, readOnly }: Options, isSmall: boolean) {
  const desk = useListDesk<ContactMessage, StatusMenuState>({
    rows: list?.contacts ?? none,
    matching: {
      key: JSON.stringify(filters),
      matched: list?.matched ?? 0,
      isMore: list?.more_match ?? false,
      readPage: async (page) =>
        (await call(api.contact.list, { query: { ...contactFilters.query(filters), ...page } })).data.contacts,
      failure: 'Failed to load contact messages',
    },
  });
  const { rows, isEmpty, chosenRows, all } = desk;
  const { send, progress } = useStatusChange(({ isBulk }, ids) => isBulk && rows.chooseAlso(ids));
  const change = (next: StatusChange) => {
    if (next.isBulk) rows.clear();
    send(next);
  };
  const resolve = () => {
    if (all.isReading) return;
    if (!isEmpty) return change({ rows: chosenRows, isBulk: true, to: 'resolved' });
    if (!rows.activeRow || rows.activeRow.status === 'resolved') return;
    change({ rows: [rows.activeRow], isBulk: false, to: 'resolved' });
    rows.move(1);
  };
  useDeskKeys(desk, {
    onOpen,
    isSmall,
    changing: readOnly
      ? null
      : [
          // A key that is held down resolves one message only.
          ['r', ({ repeat }) => !repeat && resolve()],
          ['s', () => desk.openFor(STATUS_MENU, (of) => of)],
        ],
  });

  return {
    ...desk,
    progress,
    /** Sets the status of what the menu was opened for. */
    pick: (next: StatusChange) => {
      if (!next.isBulk) rows.goOn(STATUS_MENU);
      change(next);
    },
    /** Sets the status of a message that is open. */
    resolve: (message: ContactMessage) => send({ rows: [message], isBulk: false, to: 'resolved' }),
  };
}
export type InboxDesk = ReturnType<typeof useInboxDesk>;
