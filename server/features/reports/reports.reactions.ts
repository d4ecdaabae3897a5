import { on } from '#server/events.ts';
import { UPKEEP_TASK } from './reports.upkeep.service.ts';

/** The figures of reports are those of the business's days. */
export const reportReactions = [
  on('settings.changed', async ({ tx, deps }, { before, after }) => {
    if (after.time_zone !== before.time_zone) await deps.jobs.send(tx, UPKEEP_TASK);
  }),
];
