import { type Priority, priorityLabels } from '#contract/words/requests.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { priorityTones } from './request-labels.ts';

/** A request's priority in its colour (spec §4). An emergency is filled, so that nobody misses it. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return (
    <Badge tone={priorityTones[priority]} filled={priority === 'urgent'}>
      {priorityLabels[priority]}
    </Badge>
  );
}
