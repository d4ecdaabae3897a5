import { Button } from '@mantine/core';
import type { RequestSummary } from '#contract/requests.ts';
import { Stars } from '#web/ui/base/Stars.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import type { Column } from '#web/ui/mantine/DataTable.tsx';
import { PriorityBadge } from './PriorityBadge.tsx';
import classes from './request-columns.module.css';
import { StatusBadge } from './StatusBadge.tsx';

type RowColumn = Column<RequestSummary>;

/** The columns of request tables (spec §2). */
export const requestColumns = {
  id: {
    key: 'id',
    header: 'ID',
    // One line if there is room, else two. Never cut off, because people read it out and type it.
    width: 'clamp(8.25rem, (100vw - 88rem) * 100, 10.75rem)',
    cell: ({ external_id: id }) => (
      <span className={classes.id}>
        {id.slice(0, -5)}
        <wbr />
        {id.slice(-5)}
      </span>
    ),
  },
  customer: {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => (
      <span className={classes.pair}>
        <span title={customer.name} dir="auto">
          {customer.name}
        </span>
        <span className={classes.second} title={customer.email}>
          {customer.email}
        </span>
      </span>
    ),
  },
  title: {
    key: 'title',
    header: 'Title',
    cell: ({ title }) => (
      <span className={classes.two} title={title} dir="auto">
        {title}
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
    width: '6.5rem',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  assignee: {
    key: 'assignee',
    header: 'Assigned To',
    width: '7rem',
    cell: ({ assignedTechnician }) =>
      assignedTechnician ? (
        <span className={classes.two} title={assignedTechnician.name} dir="auto">
          {assignedTechnician.name}
        </span>
      ) : (
        <span className={classes.second}>Unassigned</span>
      ),
  },
  rating: {
    key: 'rating',
    header: 'Rating',
    width: '4.25rem',
    cell: ({ rating }) => (rating ? <Stars rating={rating} short /> : <span className={classes.second}>None</span>),
  },
  created: {
    key: 'created',
    header: 'Created',
    width: '7rem',
    cell: ({ created_at: at }) => <Time iso={at} format="relative" />,
  },
} satisfies Record<string, RowColumn>;

/** The last column: a button that opens the request. Its accessible name contains the tracking ID. */
export const actionColumn = (label: string, onOpen: (id: number) => void): RowColumn => ({
  key: 'actions',
  header: 'Actions',
  width: '8rem',
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
