import type { Priority, Status } from '#contract/words/requests.ts';
import type { Tone } from '#web/ui/base/tone.ts';

export const statusLabels: Record<Status, string> = {
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Status badge colours (spec §4). */
export const statusTones: Record<Status, Tone> = {
  pending: 'warning',
  assigned: 'info',
  in_progress: 'primary',
  completed: 'success',
  cancelled: 'danger',
};

export const priorityLabels: Record<Priority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Emergency',
};

export const priorityTones: Record<Priority, Tone> = {
  low: 'success',
  medium: 'warning',
  high: 'danger',
  urgent: 'danger',
};
