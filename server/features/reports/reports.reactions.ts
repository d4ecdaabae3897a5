import { on } from '#server/events.ts';
import { UPKEEP_TASK } from './reports.upkeep.service.ts';

/** Rebuilds the figures when the business's time zone changes, because they are summed by its days. */
export const reportReactions = [
  on('settings.changed', async ({ tx, deps }, { before, after }) => {
    if (after.time_zone !== before.time_zone) await deps.jobs.send(tx, UPKEEP_TASK);
  }),
];
