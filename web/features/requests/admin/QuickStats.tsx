import type { RequestDetail } from '#contract/requests.ts';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { Stars } from '#web/ui/base/Stars.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import classes from './QuickStats.module.css';

/** The row that says at a glance how a request stands (spec §2): a rating takes the place of the created date. */
export function QuickStats({ request }: { request: RequestDetail }) {
  return (
    <dl className={classes.row}>
      <div>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={request.status} />
        </dd>
      </div>
      <div>
        <dt>Priority</dt>
        <dd>
          <PriorityBadge priority={request.priority} />
        </dd>
      </div>
      <div>
        <dt>Assigned To</dt>
        <dd dir="auto">{request.assignedTechnician?.name ?? 'Unassigned'}</dd>
      </div>
      {request.rating ? (
        <div>
          <dt>Customer Rating</dt>
          <dd>
            <Stars rating={request.rating} />
          </dd>
        </div>
      ) : (
        <div>
          <dt>Created</dt>
          <dd>
            <Time iso={request.created_at} as="date" />
          </dd>
        </div>
      )}
    </dl>
  );
}
