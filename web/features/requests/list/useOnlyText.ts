import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '#contract/request-answers.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { userQueries } from '#web/features/users/users.api.ts';
import { useSession } from '#web/lib/session/session.tsx';
import type { Filters } from '../requests.filters.ts';
import { attentionLabels } from './attention-labels.ts';

/** The rows of a list: any of a technician's has their name. */
export type NamingRows = readonly Pick<RequestSummary, 'assigned_to' | 'assignedTechnician'>[] | undefined;

/** Which requests alone a list shows, by the filters that have no field of their own. Empty without one. */
export function useOnlyText(filters: Filters, rows: NamingRows): string {
  const { attention, technician, service_type, rating, without } = filters;
  const isAdmin = useSession().user?.role === 'admin';
  const inRows = rows?.find((row) => row.assigned_to === Number(technician))?.assignedTechnician?.name;
  // Of an empty list only the accounts know the name, which an auditor does not read.
  const isAsked = technician !== '' && isAdmin && rows !== undefined && inRows === undefined;
  const { data: users } = useQuery({ ...userQueries.list(), enabled: isAsked });
  const name = inRows ?? users?.find(({ id }) => id === Number(technician))?.name;
  const only = [
    attention && attentionLabels[attention],
    technician && `assigned to ${name ?? 'one technician'}`,
    service_type && `service type ${service_type}`,
    rating && (rating === 'any' ? 'rated' : `rated ${rating} of 5`),
    without && `not ${statusLabels[without].toLowerCase()}`,
  ].filter(Boolean);
  return only.join(', ');
}
