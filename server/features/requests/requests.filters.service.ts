import type { z } from 'zod';
import type { Business } from '#contract/business.ts';
import type { exportRequestsQuery } from '#contract/request-forms.ts';
import { type AttentionKind, attentionLimits, NO_TOWN } from '#contract/words/requests.ts';
import { windowOf } from '#server/lib/dates.ts';
import { beforeOfficeHours } from '#server/lib/office-hours.ts';
import { attentionFilter } from './requests.attention.rules.ts';
import { townName } from './towns/names.rules.ts';

/** The condition of a kind of attention, for the moment `now`. */
export const attentionOf = (kind: AttentionKind, now: Date, business: Business) =>
  attentionFilter(kind, now, beforeOfficeHours(now, attentionLimits.pendingHours, business));

/** The filters of the office's list with instants in place of days, for the moment `now`. */
export function filterOf(choice: Omit<z.output<typeof exportRequestsQuery>, 'sort'>, now: Date, business: Business) {
  const { search, status, without, priority, assignment, attention, town, technician, service_type, rating } = choice;
  return {
    search,
    status,
    without,
    priority,
    assignment,
    technician,
    service_type,
    rating,
    ...(town !== undefined && { town: town === NO_TOWN ? '' : (townName(town) ?? town) }),
    ...windowOf(choice, now, business.time_zone),
    ...(attention && { attention: attentionOf(attention, now, business) }),
  };
}
