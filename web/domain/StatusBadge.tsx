import { type Status, statusLabels } from '#contract/words/requests.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { statusTones } from './request-labels.ts';

/** A request's status in its colour (spec §4). */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={statusTones[status]} dot>
      {statusLabels[status]}
    </Badge>
  );
}
