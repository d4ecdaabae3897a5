import type { Priority, Status } from '#contract/workflow.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { priorityLabels, priorityTones, statusLabels, statusTones } from '../requests.view.ts';

/** A request's status in its colour (spec §4). */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={statusTones[status]} dot>
      {statusLabels[status]}
    </Badge>
  );
}

/** A request's priority in its colour; an emergency is filled so that no one misses it. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return (
    <Badge tone={priorityTones[priority]} filled={priority === 'urgent'}>
      {priorityLabels[priority]}
    </Badge>
  );
}
