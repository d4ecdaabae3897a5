import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '#contract/request-answers.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { userQueries } from '#web/features/users/users.api.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type Filters, noFigure } from '../requests.filters.ts';
import classes from './AttentionNote.module.css';
import { attentionLabels } from './attention-labels.ts';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** The list's rows, by which an auditor, who reads no accounts, is told the technician's name. */
  rows?: readonly Pick<RequestSummary, 'assigned_to' | 'assignedTechnician'>[] | undefined;
};

/** Says which requests alone the list shows, where the filters above it do not say so, and leads back to all. */
export function AttentionNote({ filters, onChange, rows }: Props) {
  const { attention, technician, service_type, rating, without } = filters;
  const isAdmin = useSession().user?.role === 'admin';
  const { data: users } = useQuery({ ...userQueries.list(), enabled: technician !== '' && isAdmin });
  const name =
    users?.find(({ id }) => id === Number(technician))?.name ??
    rows?.find((row) => row.assigned_to === Number(technician))?.assignedTechnician?.name;
  const only = [
    attention && attentionLabels[attention],
    technician && `assigned to ${name ?? 'one technician'}`,
    service_type && `service type ${service_type}`,
    rating && (rating === 'any' ? 'rated' : `rated ${rating} of 5`),
    without && `not ${statusLabels[without].toLowerCase()}`,
  ].filter(Boolean);
  if (only.length === 0) return null;
  const text = `Only requests: ${only.join(', ')}`;
  return (
    <div className={classes.note} role="status">
      <p className={classes.text} title={text}>
        {text}
      </p>
      <Button
        className={classes.all ?? ''}
        variant="default"
        size="xs"
        onClick={() => onChange({ ...noFigure, attention: '', page: 1 })}
      >
        Show all
      </Button>
    </div>
  );
}
