import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { telLink } from '#web/lib/hours.ts';
import { previewOf } from '#web/lib/preview.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { type Column, DataTable } from '#web/ui/mantine/DataTable.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { Pager } from '#web/ui/mantine/Pager.tsx';
import {
  type ContactFilters,
  type ContactMessage,
  contactLabels,
  contactParamsOf,
  contactTones,
  PAGE_SIZE,
} from '../contact.view.ts';
import classes from './ContactList.module.css';

type Props = {
  list: UseQueryResult<ResponseOf<typeof api.contact.list>['data']>;
  filters: ContactFilters;
  onPage: (page: number) => void;
  onOpen: (id: number) => void;
};

const Status = ({ status }: Pick<ContactMessage, 'status'>) => (
  <Badge tone={contactTones[status]}>{contactLabels[status]}</Badge>
);

const viewName = ({ name }: ContactMessage) => `View message from ${name}`;

const columns = (onOpen: Props['onOpen']): readonly Column<ContactMessage>[] => [
  {
    key: 'date',
    header: 'Date',
    width: '7.5rem',
    cell: ({ created_at }) => <Time iso={created_at} format="relative" />,
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <strong className={classes.two} title={name} dir="auto">
        {name}
      </strong>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <a className={classes.link} href={`mailto:${email}`} title={email}>
        {email}
      </a>
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    width: '9rem',
    cell: ({ phone }) =>
      phone ? (
        <a className={classes.link} href={telLink(phone)} title={phone}>
          {phone}
        </a>
      ) : (
        <span className={classes.muted}>None</span>
      ),
  },
  {
    key: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span className={classes.two} dir="auto">
        {previewOf(message)}
      </span>
    ),
  },
  { key: 'status', header: 'Status', width: '6.5rem', cell: (message) => <Status {...message} /> },
  {
    key: 'actions',
    header: 'Actions',
    width: '5.5rem',
    cell: (message) => (
      <Button variant="default" size="xs" aria-label={viewName(message)} onClick={() => onOpen(message.id)}>
        View
      </Button>
    ),
  },
];

/** One page of the matching messages as a table, or as cards on small screens (spec §2 Contact Messages). */
export function ContactList({ list, filters, onPage, onOpen }: Props) {
  const [ref, isSmall] = useIsNarrow(56);
  const rows = list.data?.contacts;
  if (list.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load contact messages"
        error={list.error}
        onRetry={() => list.refetch()}
        busy={list.isFetching}
      />
    );
  }
  const matched = list.data?.matched ?? 0;
  const goTo = (page: number) => {
    onPage(page);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  const listProps = { rows, stale: list.isPlaceholderData };
  return (
    <div ref={ref} className={classes.list}>
      <h2 className={classes.hidden}>Messages</h2>
      <p className={classes.count} role="status">
        {list.data &&
          `Showing ${matched.toLocaleString('en-US')}${list.data.more_match ? '+' : ''} of ${list.data.total.toLocaleString('en-US')} messages`}
      </p>
      {rows?.length === 0 ? (
        <NoMessages filters={filters} isPastEnd={matched > 0} onFirst={() => goTo(1)} />
      ) : isSmall ? (
        <ContactCards {...listProps} onOpen={onOpen} />
      ) : (
        <DataTable
          {...listProps}
          label="Contact messages"
          columns={columns(onOpen)}
          rowKey={({ id }) => id}
          minWidth={880}
        />
      )}
      <Pager page={filters.page} rows={matched} size={PAGE_SIZE} onPage={goTo} />
    </div>
  );
}

function NoMessages({
  filters,
  isPastEnd,
  onFirst,
}: {
  filters: ContactFilters;
  isPastEnd: boolean;
  onFirst: () => void;
}) {
  if (isPastEnd) {
    return (
      <EmptyState
        art={<LampArt lit={false} />}
        title="This page is past the end of the list"
        action={
          <Button variant="default" onClick={onFirst}>
            Go to the first page
          </Button>
        }
      />
    );
  }
  return contactParamsOf({ ...filters, page: 1 }).size > 0 ? (
    <EmptyState art={<LampArt lit={false} />} title="No messages match your filters">
      Change the search or the status to see more.
    </EmptyState>
  ) : (
    <EmptyState art={<LampArt />} title="No contact messages yet">
      Messages from the website's contact form appear here as soon as they are sent.
    </EmptyState>
  );
}

type CardsProps = { rows: readonly ContactMessage[] | undefined; stale: boolean; onOpen: Props['onOpen'] };

function ContactCards({ rows, stale, onOpen }: CardsProps) {
  return (
    <ul
      className={classes.cards}
      aria-label="Contact messages"
      aria-busy={!rows || stale}
      data-stale={stale || undefined}
    >
      {rows
        ? rows.map((message) => (
            <li key={message.id} className={classes.card}>
              <div className={classes.top}>
                <Time iso={message.created_at} format="relative" />
                <Status {...message} />
              </div>
              <h3 className={classes.name} dir="auto">
                {message.name}
              </h3>
              <p className={classes.preview} dir="auto">
                {previewOf(message.message)}
              </p>
              <a className={classes.reach} href={`mailto:${message.email}`}>
                {message.email}
              </a>
              {message.phone && (
                <a className={classes.reach} href={telLink(message.phone)}>
                  {message.phone}
                </a>
              )}
              <Button
                className={classes.open}
                variant="default"
                fullWidth
                aria-label={viewName(message)}
                onClick={() => onOpen(message.id)}
              >
                View
              </Button>
            </li>
          ))
        : ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height={12} width="50%" />
              <Skeleton height={16} width="70%" />
              <Skeleton height={12} width="90%" />
              <Skeleton height={40} />
            </li>
          ))}
    </ul>
  );
}
