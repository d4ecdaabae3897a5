import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { previewOf } from '#web/lib/preview.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import type { WorkHistoryEntry } from '../customers.view.ts';
import classes from './WorkHistory.module.css';

type Props = { requests: readonly WorkHistoryEntry[]; linkOf: (requestId: number) => string };

const columns: readonly Column<WorkHistoryEntry>[] = [
  {
    key: 'id',
    header: 'ID',
    width: '9.75rem',
    unwrapped: true,
    cell: ({ external_id: id }) => <span className={classes.id}>{id}</span>,
  },
  {
    key: 'title',
    header: 'Title',
    cell: ({ title }) => (
      <span className={classes.two} title={title} dir="auto">
        {title}
      </span>
    ),
  },
  { key: 'status', header: 'Status', width: '7rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'priority',
    header: 'Priority',
    width: '6.5rem',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    key: 'date',
    header: 'Date',
    width: '6.75rem',
    cell: ({ created_at }) => <Time iso={created_at} format="date" />,
  },
  {
    key: 'technician',
    header: 'Technician',
    width: '7rem',
    cell: ({ assignedTechnician: technician }) =>
      technician ? (
        <span className={classes.two} title={technician.name} dir="auto">
          {technician.name}
        </span>
      ) : (
        <span className={classes.muted}>Unassigned</span>
      ),
  },
  {
    key: 'rating',
    header: 'Rating',
    width: '4.25rem',
    cell: ({ rating }) => rating && <Stars rating={rating} short />,
  },
  {
    key: 'feedback',
    header: 'Feedback',
    cell: ({ customer_notes: feedback }) =>
      feedback && (
        <span className={classes.two} dir="auto">
          {previewOf(feedback)}
        </span>
      ),
  },
];

/** A customer's requests as a table, or as cards on small screens. View leads to the request. */
export function WorkHistory({ requests, linkOf }: Props) {
  const [ref, isSmall] = useIsNarrow(56);
  const view = ({ id, external_id }: WorkHistoryEntry) => (
    <Button component={Link} to={linkOf(id)} variant="default" size="xs" aria-label={`View ${external_id}`}>
      View
    </Button>
  );
  if (requests.length === 0) return <p className={classes.empty}>No requests yet</p>;
  return (
    <div ref={ref} className={classes.history}>
      {isSmall ? (
        <ul className={classes.cards} aria-label="Work history">
          {requests.map((request) => (
            <li key={request.id} className={classes.card}>
              <div className={classes.top}>
                <span className={classes.id}>{request.external_id}</span>
                <Time iso={request.created_at} format="date" />
              </div>
              <h4 className={classes.title} dir="auto">
                {request.title}
              </h4>
              <div className={classes.badges}>
                <StatusBadge status={request.status} />
                <PriorityBadge priority={request.priority} />
                {request.rating && <Stars rating={request.rating} />}
              </div>
              <span className={classes.muted} dir="auto">
                {request.assignedTechnician?.name ?? 'Unassigned'}
              </span>
              {request.customer_notes && <p className={classes.feedback}>{previewOf(request.customer_notes)}</p>}
              {view(request)}
            </li>
          ))}
        </ul>
      ) : (
        <DataTable
          label="Work history"
          columns={[...columns, { key: 'view', onScreenOnly: true, header: 'View', width: '4.75rem', cell: view }]}
          rows={requests}
          rowKey={({ id }) => id}
          minWidth={880}
        />
      )}
    </div>
  );
}
