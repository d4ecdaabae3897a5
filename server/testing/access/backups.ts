import { tmpdir } from 'node:os';
import type { Prepare } from './inputs.ts';

/** What the office chose about back-ups. */
export const backupChoices = { enabled: false, at_time: '03:15', keep_daily: 7, keep_weekly: 4, keep_monthly: 12 };

/** A place for back-ups, and none under way. The jobs of tests run only where a test starts them. */
export const aFreeShelf: Prepare = async ({ test }) => {
  test.deps.config.backupDir = tmpdir();
  await test.deps.db.deleteFrom('backup_runs').execute();
  return {};
};
