import { Button } from '@mantine/core';
import type { RequestSummary } from '#contract/requests.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { Stars } from '#web/ui/Stars.tsx';
import { Time } from '#web/ui/Time.tsx';
import classes from './columns.module.css';
import { PriorityBadge, StatusBadge } from './StatusBadge.tsx';

type RowColumn = Column<RequestSummary>;

/** The columns which lists of requests are made of (spec §2). */
export const columns = {
  id: {
    key: 'id',
    header: 'ID',
    width: '9.5rem',
    cell: (request) => <span className={classes.id}>{request.external_id}</span>,
  },
  customer: {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => (
      <span className={classes.pair}>
        <span title={customer.name}>{customer.name}</span>
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
      <span className={classes.two} title={title}>
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
    width: '6.25rem',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  assignee: {
    key: 'assignee',
    header: 'Assigned To',
    width: '7rem',
    cell: ({ assignedTechnician }) =>
      assignedTechnician ? (
        <span className={classes.two} title={assignedTechnician.name}>
          {assignedTechnician.name}
        </span>
      ) : (
        <span className={classes.second}>Unassigned</span>
      ),
  },
  rating: {
    key: 'rating',
    header: 'Rating',
    width: '4rem',
    cell: ({ rating }) => (rating ? <Stars rating={rating} short /> : <span className={classes.second}>None</span>),
  },
  created: {
    key: 'created',
    header: 'Created',
    width: '6.75rem',
    cell: ({ created_at: at }) => <Time iso={at} as="relative" />,
  },
} satisfies Record<string, RowColumn>;

/** The last column: one button that opens the request; its name tells the requests apart. */
export const actionColumn = (label: string, onOpen: (id: number) => void): RowColumn => ({
  key: 'actions',
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
