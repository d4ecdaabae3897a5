import type { Priority, Status, UnsignedKind } from '#contract/words/requests.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';

/** Status badge colours (spec §4). */
export const statusTones: Record<Status, Tone> = {
  pending: 'warning',
  assigned: 'info',
  in_progress: 'primary',
  completed: 'success',
  cancelled: 'danger',
};

export const priorityTones: Record<Priority, Tone> = {
  low: 'success',
  medium: 'warning',
  high: 'danger',
  urgent: 'danger',
};

/** Why a visit ended without a signature. */
export const unsignedLabels: Record<UnsignedKind, string> = {
  absent: 'Customer absent',
  declined: 'Customer declined',
};
