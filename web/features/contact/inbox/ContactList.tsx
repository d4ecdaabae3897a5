import { Button } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { numberText } from '#contract/texts/report-texts.ts';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { chosenText, SelectAllMatching } from '#web/domain/SelectAllMatching.tsx';
import { useTableChoices } from '#web/features/views/views.api.ts';
import { previewOf } from '#web/lib/preview.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ShortcutSheet } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { ListTop, ShortcutsButton } from '#web/ui/mantine/list/ListTop.tsx';
import { BulkBar, BulkProgress } from '#web/ui/mantine/table/BulkBar.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import { TableChooser } from '#web/ui/mantine/table/TableChooser.tsx';
import { type ContactFilters, type ContactMessage, contactFilters, PAGE_SIZE } from '../contact.view.ts';
import { ContactCards } from './ContactCards.tsx';
import classes from './ContactList.module.css';
import { StatusCell, StatusMenu } from './StatusMenu.tsx';
import { shortcutsFor } from './shortcuts.ts';
import { type InboxDesk, STATUS_MENU } from './useInboxDesk.ts';

type Props = {
  list: UseQueryResult<ResponseOf<typeof api.contact.list>['data']>;
  filters: ContactFilters;
  filterBar: ReactNode;
  onPage: (page: number) => void;
  onOpen: (id: number) => void;
  desk: InboxDesk;
  isSmall: boolean;
  /** What is to be said about the list. */
  notes: ReactNode;
  /** Leaves out everything that changes something. */
  readOnly: boolean;
};

const date: Column<ContactMessage> = {
  key: 'date',
  header: 'Date',
  width: '6.75rem',
  cell: ({ created_at }) => (
    <span className={classes.one}>
      <Time iso={created_at} format="relative" />
    </span>
  ),
};
const email: Column<ContactMessage> = {
  key: 'email',
  header: 'Email',
  cell: ({ email: address }) => (
    <MailLink className={classes.link} address={address}>
      <Found>{address}</Found>
    </MailLink>
  ),
};
const phone: Column<ContactMessage> = {
  key: 'phone',
  header: 'Phone',
  width: '8.5rem',
  cell: ({ phone: number }) =>
    number ? <PhoneLinks className={classes.one} text={number} /> : <span className={classes.muted}>None</span>,
};
const text: Column<ContactMessage> = {
  key: 'message',
  header: 'Message',
  cell: ({ message }) => (
    <span className={classes.two} dir="auto">
      <Found>{previewOf(message)}</Found>
    </span>
  ),
};

/** The columns that may be hidden: all but the name, the status and the button. */
const choosable = [date, email, phone, text];

const columns = (
  onOpen: Props['onOpen'],
  onMenu: InboxDesk['openMenu'] | undefined,
): readonly Column<ContactMessage>[] => [
  date,
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <strong className={classes.one} title={name} dir="auto">
        <Found>{name}</Found>
      </strong>
    ),
  },
  email,
  phone,
  text,
  {
    key: 'status',
    header: 'Status',
    width: '7.5rem',
    cell: (message) => <StatusCell message={message} onMenu={onMenu} />,
  },
  {
    key: 'actions',
    onScreenOnly: true,
    header: 'Actions',
    width: '5rem',
    cell: ({ id, name }) => (
      <Button variant="default" size="xs" aria-label={`View message from ${name}`} onClick={() => onOpen(id)}>
        View
      </Button>
    ),
  },
];

const nameOfMessage = ({ name }: ContactMessage) => `message from ${name}`;

const unmatched = {
  title: 'No messages match your filters',
  hint: 'Change the search or the status to see more.',
};
const nothing = {
  title: 'No contact messages yet',
  hint: "Messages from the website's contact form appear here as soon as they are sent.",
};

/** One page of the matching messages as a table, or as cards on small screens (spec §2 Contact Messages). */
export function ContactList(props: Props) {
  const { list, filters, filterBar, onPage, onOpen, desk, isSmall, notes, readOnly } = props;
  const { choices, choose, isKnown, problem } = useTableChoices('contacts');
  const { rows } = desk;
  const messages = list.data?.contacts;
  const matched = list.data?.matched ?? 0;
  const isFiltered = contactFilters.countSet(filters) > 0;
  const onMenu = readOnly ? undefined : desk.openMenu;
  const listProps = {
    rows: messages,
    stale: list.isPlaceholderData,
    ...(!readOnly && { selection: { chosen: rows.chosen, onChange: rows.setChosen, nameOf: nameOfMessage } }),
  };
  const active = { key: rows.activeKey, onActive: rows.onActive };
  const count =
    list.data &&
    `Showing ${numberText(matched)}${list.data.more_match ? '+' : ''} of ${numberText(list.data.total)} messages`;
  return (
    <>
      <div className={classes.head}>
        {filterBar}
        {list.isLoadingError ? (
          notes
        ) : (
          <ListTop heading="Messages" count={count} notes={notes}>
            {!isSmall && (
              <>
                <TableChooser columns={choosable} choices={choices} onChange={choose} problem={problem} />
                <ShortcutsButton onOpen={desk.sheet.open} />
              </>
            )}
          </ListTop>
        )}
      </div>
      <List
        read={list}
        failure="Failed to load contact messages"
        rows={messages}
        search={filters.search}
        isFiltered={isFiltered}
        empty={isFiltered ? unmatched : nothing}
        pages={{ page: filters.page, rows: matched, isMore: list.data?.more_match, size: PAGE_SIZE, onPage }}
      >
        {isSmall ? (
          <ContactCards {...listProps} {...(!readOnly && { active })} onOpen={onOpen} onMenu={onMenu} />
        ) : (
          <DataTable<ContactMessage>
            {...listProps}
            rows={isKnown ? messages : undefined}
            label="Contact messages"
            columns={columns(onOpen, onMenu)}
            rowKey={({ id }) => id}
            minWidth={950}
            density={choices.density}
            hidden={choices.hidden}
            active={active}
          />
        )}
      </List>
      {desk.chosenRows.length > 0 && (
        <BulkBar
          label="Selected messages"
          count={chosenText(desk.chosenRows.length, desk.all)}
          offer={<SelectAllMatching all={desk.all} />}
          wholePage={isSmall ? rows.wholePage : null}
          onClear={rows.clear}
        >
          <Button
            variant="default"
            size="xs"
            leftSection={<IconProgress size={16} />}
            aria-haspopup="listbox"
            data-bulk={STATUS_MENU}
            disabled={desk.all.isReading}
            onClick={({ currentTarget: anchor }) => desk.openMenu({ rows: desk.chosenRows, anchor, isBulk: true })}
          >
            Set Status
          </Button>
        </BulkBar>
      )}
      {desk.progress && (
        <BulkProgress>
          {numberText(desk.progress.answered)} of {numberText(desk.progress.total)} messages are done
        </BulkProgress>
      )}
      {desk.menu && <StatusMenu menu={desk.menu} onPick={desk.pick} onClose={desk.closeMenu} />}
      <ShortcutSheet
        opened={desk.sheet.isOpen}
        onClose={desk.sheet.close}
        isOn={desk.keys.isOn}
        onSwitch={desk.keys.set}
        shortcuts={shortcutsFor(readOnly)}
      />
    </>
  );
}
