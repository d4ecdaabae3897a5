import type { BackupRun, backups } from '#contract/backups.ts';
import { backupTexts } from '#contract/words/backups.ts';
import { dueAround } from '#server/backup/times.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { latestAt } from '#server/lib/ahead.ts';
import { changedFields, ownFields } from '#server/lib/changes.ts';
import { DomainError, invalid } from '#server/lib/errors.ts';
import { refuseMet } from '../users/users.versions.service.ts';
import { choicesOf, presentRun, presentSettings } from './backups.present.rules.ts';
import * as repo from './backups.repo.ts';
import { addRun } from './backups.run.service.ts';

const present = ({ config, now, settings: { business } }: Deps, row: repo.SettingsRow) => ({
  settings: presentSettings(row, {
    folder: config.backupDir ?? null,
    isEncrypted: config.backupPassphrase !== undefined,
    next: dueAround(now(), row.at_time, business.time_zone).next,
  }),
});

/** What the refusal of an edit calls the settings. */
const called = {
  enabled: 'switch for automatic backups',
  at_time: 'time',
  keep_daily: 'number of days',
  keep_weekly: 'number of weeks',
  keep_monthly: 'number of months',
};

/** Returns the schedule of automatic back-ups and how many are kept. */
export const settings: UseCase<typeof backups.settings> = async (deps) =>
  present(deps, await repo.readSettings(deps.db));

/** Replaces the settings, unless somebody else changed one of the same settings since the editor saw them (409). Without BACKUP_DIR, back-ups cannot be switched on. */
export const updateSettings: UseCase<typeof backups.updateSettings> = async (deps, actor, { body }) => {
  const { version, ...wanted } = body;
  if (wanted.enabled && !deps.config.backupDir) throw invalid([{ field: 'enabled', message: backupTexts.noFolder }]);
  const row = await deps.transaction(async (tx, deps) => {
    const before = await repo.lockSettings(tx);
    const now = choicesOf(before);
    const own = ownFields(before, wanted, version);
    const last = { what: 'the back-up settings', at: before.changed_at };
    await refuseMet(tx, deps, before, version, { now, wanted: own, last, called });
    const choices = { ...now, ...own };
    if (!changedFields(now, choices)) return before;
    const at = deps.now();
    const enabled_since = choices.enabled ? (before.enabled_since ?? at) : null;
    const after = await repo.writeSettings(tx, { ...choices, enabled_since }, { by: actor.id, at });
    await announce(tx, actor, {
      type: 'backup.settings_changed',
      version: after.version,
      before: choicesOf(before),
      after: choicesOf(after),
    });
    return after;
  });
  return present(deps, row);
};

/** Starts a back-up. 409 while one is in progress, and without BACKUP_DIR. */
export const start: UseCase<typeof backups.start> = async (deps, actor) => {
  if (!deps.config.backupDir) throw new DomainError('conflict', backupTexts.noFolder);
  const run = await deps.transaction(async (tx, deps) => {
    const added = await addRun(tx, deps, actor.id);
    if (!added) throw new DomainError('conflict', backupTexts.running);
    await announce(tx, actor, { type: 'backup.started', run_id: added.id });
    return added;
  });
  return { run: presentRun(run) };
};

/** Returns the latest back-ups, newest first. */
export const lastRuns = async ({ db }: Pick<Deps, 'db'>, most: number): Promise<BackupRun[]> =>
  (await repo.listRuns(db, most)).map(presentRun);

/** Returns the last successful back-up, the last failure, and whether automatic back-ups are on. */
export async function backupState({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const { enabled } = await repo.readSettings(db);
  const by = latestAt(now());
  const [made, failed] = [await repo.findLast(db, 'made', by), await repo.findLast(db, 'failed', by)];
  return { enabled, made: made ? presentRun(made) : null, failed: failed ? presentRun(failed) : null };
}
