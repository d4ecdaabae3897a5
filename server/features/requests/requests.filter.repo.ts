import { type ExpressionBuilder, sql } from 'kysely';
import { OTHER_SERVICE } from '#contract/words/reports.ts';
import { attentionLimits, openStatuses, type RatingFilter, statuses } from '#contract/words/requests.ts';
import type { DB, RequestStatus, Requests } from '#server/db/database.ts';
import { isOneOf } from '#server/db/literals.ts';
import type { Database } from '#server/db/pool.ts';
import { isFound } from '#server/db/search/search.ts';
import type { AttentionFilter } from './requests.attention.rules.ts';

export type RequestFilter = {
  search?: string | undefined;
  status?: RequestStatus | undefined;
  /** The status whose requests are left out. */
  without?: RequestStatus | undefined;
  priority?: Requests['priority'] | undefined;
  assignment?: 'assigned' | 'unassigned' | undefined;
  from: Date | null;
  before: Date | null;
  attention?: AttentionFilter | undefined;
  /** Blank for the requests without a town. */
  town?: string | undefined;
  /** Whom the requests are assigned to. */
  technician?: number | undefined;
  /** `OTHER_SERVICE` is also for requests without a service type. */
  service_type?: string | undefined;
  rating?: RatingFilter | undefined;
};

/** Whether a request needs this kind of attention. */
const needsAttention = (attention: AttentionFilter) => (eb: ExpressionBuilder<DB, 'requests'>) => {
  // A status cannot be older than its request: the dates of the requests alone leave few to look up.
  const hasBeen = (status: RequestStatus, before: Date) =>
    eb.and([
      eb('requests.status', '=', status),
      eb('requests.created_at', '<', before),
      eb(
        eb
          .selectFrom('request_status_changes as last')
          .select(({ fn }) => fn.coalesce('last.since', 'last.changed_at').as('since'))
          .whereRef('last.request_id', '=', 'requests.id')
          .orderBy('last.id', 'desc')
          .limit(1),
        '<',
        before,
      ),
    ]);
  switch (attention.kind) {
    case 'unassigned_emergency':
      return eb.and([
        eb('requests.priority', '=', 'urgent'),
        eb('requests.assigned_to', 'is', null),
        isOneOf('requests.status', openStatuses),
      ]);
    case 'refused_work':
      return eb(
        'requests.id',
        'in',
        eb.selectFrom('refused_work').select('request_id').where('settled_at', 'is', null),
      );
    case 'no_signature':
      return eb(
        'requests.id',
        'in',
        eb.selectFrom('unsigned_visits').select('request_id').where('settled_at', 'is', null),
      );
    case 'long_pending':
      return hasBeen('pending', attention.before);
    case 'long_in_progress':
      return hasBeen('in_progress', attention.before);
    case 'low_rating':
      return eb(
        'requests.id',
        'in',
        eb
          .selectFrom('requests as rated')
          .select('rated.id')
          .where('rated.rating', '<=', sql.lit(attentionLimits.lowRating))
          .where('rated.completed_at', '>=', attention.since)
          .union((reopened) =>
            reopened.selectFrom('request_evidence').select('request_id as id').where('unseen', '=', true),
          ),
      );
  }
};

/** The other statuses. Unlike an inequality, each of them is found in an index. */
export const statusesWithout = (left: RequestStatus) => statuses.filter((status) => status !== left);

const isOfService = (type: string) => (eb: ExpressionBuilder<DB, 'requests'>) =>
  type === OTHER_SERVICE
    ? eb.or([eb('requests.service_type', '=', type), eb('requests.service_type', 'is', null)])
    : eb('requests.service_type', '=', type);

/** The requests that pass a filter. */
export function filtered(db: Database, filter: RequestFilter) {
  let query = db.selectFrom('requests');
  if (filter.search) query = query.where(isFound(filter.search, 'requests'));
  if (filter.status) query = query.where('requests.status', '=', filter.status);
  if (filter.without) query = query.where('requests.status', 'in', statusesWithout(filter.without));
  if (filter.priority) query = query.where('requests.priority', '=', filter.priority);
  if (filter.assignment === 'assigned') query = query.where('requests.assigned_to', 'is not', null);
  if (filter.assignment === 'unassigned') query = query.where('requests.assigned_to', 'is', null);
  if (filter.from) query = query.where('requests.created_at', '>=', filter.from);
  if (filter.before) query = query.where('requests.created_at', '<', filter.before);
  if (filter.town !== undefined) query = query.where('requests.town', '=', filter.town);
  if (filter.technician) query = query.where('requests.assigned_to', '=', filter.technician);
  if (filter.service_type) query = query.where(isOfService(filter.service_type));
  if (filter.rating === 'any') query = query.where('requests.rating', 'is not', null);
  else if (filter.rating) query = query.where('requests.rating', '=', sql.lit(Number(filter.rating)));
  return filter.attention ? query.where(needsAttention(filter.attention)) : query;
}
