import { Button } from '@mantine/core';
import type { RequestSummary } from '#contract/request-answers.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CopyButton } from '#web/ui/mantine/content/CopyButton.tsx';
import type { Column } from '#web/ui/mantine/table/DataTable.tsx';
import { PriorityBadge } from './PriorityBadge.tsx';
import classes from './request-columns.module.css';
import { StatusBadge } from './StatusBadge.tsx';

/** What every list knows of its requests. */
export type ListedRequest = Pick<
  RequestSummary,
  'id' | 'external_id' | 'title' | 'status' | 'priority' | 'customer' | 'created_at'
> &
  Partial<Pick<RequestSummary, 'town'>>;

const commonColumns = {
  id: {
    key: 'id',
    header: 'ID',
    width: '10.25rem',
    unwrapped: true,
    cell: ({ external_id: id }) => <CopyButton text={id} />,
  },
  customer: {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer, town }) => (
      <span className={classes.pair}>
        <span className={classes.line} dir="auto" title={customer.name}>
          <Found>{customer.name}</Found>
        </span>
        <span className={classes.second}>
          {town && (
            <>
              <bdi className={classes.town} title={town}>
                <Found>{town}</Found>
              </bdi>
              <span aria-hidden>·</span>
            </>
          )}
          <span className={classes.email} title={customer.email}>
            <Found>{customer.email}</Found>
          </span>
        </span>
      </span>
    ),
  },
  title: {
    key: 'title',
    header: 'Title',
    cell: ({ title }) => (
      <span className={classes.title} dir="auto" title={title}>
        <Found>{title}</Found>
      </span>
    ),
  },
  status: {
    key: 'status',
    header: 'Status',
    width: '7rem',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  priority: {
    key: 'priority',
    header: 'Priority',
    width: '6.25rem',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  created: {
    key: 'created',
    header: 'Created',
    width: '6.75rem',
    cell: ({ created_at: at }) => (
      <span className={classes.time}>
        <Time iso={at} format="relative" />
      </span>
    ),
  },
} satisfies Record<string, Column<ListedRequest>>;

const workColumns = {
  assignee: {
    key: 'assignee',
    header: 'Assigned To',
    // A name stands in one line where the window is wide.
    width: 'clamp(6.25rem, 15vw - 8rem, 10rem)',
    cell: ({ assignedTechnician }) =>
      assignedTechnician ? (
        <span className={classes.title} dir="auto" title={assignedTechnician.name}>
          {assignedTechnician.name}
        </span>
      ) : (
        <span className={classes.second}>Unassigned</span>
      ),
  },
  rating: {
    key: 'rating',
    header: 'Rating',
    width: '3.75rem',
    cell: ({ rating }) => rating && <Stars rating={rating} short />,
  },
} satisfies Record<string, Column<RequestSummary>>;

/** The columns of request tables (spec §2). */
export const requestColumns = { ...commonColumns, ...workColumns };

/** The last column: a button that opens the request. Its accessible name contains the tracking ID. */
export const actionColumn = (label: string, onOpen: (id: number) => void): Column<ListedRequest> => ({
  key: 'actions',
  onScreenOnly: true,
  header: 'Actions',
  width: '7.25rem',
  cell: (request) => (
    <Button
      variant="default"
      size="xs"
      aria-label={`${label}: ${request.external_id}`}
      onClick={() => onOpen(request.id)}
    >
      {label}
    </Button>
  ),
});
