import type { RequestDetail } from '#contract/request-answers.ts';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './QuickStats.module.css';

/** A request's status, priority, assignee, and its rating or creation date (spec §2). */
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
            <Time iso={request.created_at} format="date" />
          </dd>
        </div>
      )}
    </dl>
  );
}
