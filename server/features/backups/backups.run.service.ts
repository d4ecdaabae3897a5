import { backupTexts } from '#contract/words/backups.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { listPartial, listShelf, removeBackup, removePartial } from '#server/backup/shelf.ts';
import { isDue, tooMany } from '#server/backup/times.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { NOBODY } from '#server/lib/actor.ts';
import { isAhead, latestAt } from '#server/lib/ahead.ts';
import { startOfDay } from '#server/lib/dates.ts';
import { lookAtFolder } from './backups.folder.service.ts';
import * as repo from './backups.repo.ts';
import { CUT_OFF, isLost, reasonOf } from './backups.rules.ts';

export const BACKUP_TASK = 'backups.run';

const ALIVE_MS = 60_000;
const TAKEN_OVER = 'another instance makes this back-up now';

type Try = Pick<repo.RunRow, 'id' | 'tries'>;

/** Ends a run without a back-up. The admins are told of the first failure of a day. */
async function fail(tx: Tx, deps: TxDeps, mine: Try, error: string): Promise<void> {
  const now = deps.now();
  const today = startOfDay(now, deps.settings.business.time_zone);
  const isTold = !(await repo.hasFailed(tx, { from: today, to: latestAt(now) }));
  if (!(await repo.endFailed(tx, mine, error, now))) return;
  await announce(tx, NOBODY, { type: 'backup.failed', run_id: mine.id, error, is_told: isTold });
}

/**
 * Adds a run and its task, inside the caller's transaction. A run that has lost its instance is ended first.
 * @param startedBy null: it was due
 * @returns undefined while another one is under way
 */
export async function addRun(tx: Tx, deps: TxDeps, startedBy: number | null): Promise<repo.RunRow | undefined> {
  const now = deps.now();
  const running = await repo.findRunning(tx);
  if (running && isLost(running, now)) await fail(tx, deps, running, CUT_OFF);
  const added = await repo.insertRun(tx, { started_by: startedBy, started_at: now, seen_at: now });
  if (added) await deps.jobs.send(tx, BACKUP_TASK);
  return added;
}

/** Ends a run that has lost its instance, and starts a back-up when one is due in the business's time zone. */
export async function beginDue(deps: Deps): Promise<void> {
  if (!deps.config.backupDir) return;
  const running = await repo.findRunning(deps.db);
  if (running) {
    if (!isLost(running, deps.now())) return;
    await deps.transaction((tx, deps) => fail(tx, deps, running, CUT_OFF));
  }
  const now = deps.now();
  const { enabled_since, at_time: time } = await repo.readSettings(deps.db);
  if (!enabled_since) return;
  // When they were switched on isn't known, so it was long ago.
  const since = isAhead(enabled_since, now) ? new Date(0) : enabled_since;
  const [made, failed] = [
    await repo.findLast(deps.db, 'made', latestAt(now)),
    await repo.findLast(deps.db, 'failed', latestAt(now)),
  ];
  const runs = { made: made?.started_at ?? null, failed: failed?.ended_at ?? null };
  if (!isDue(now, { time, zone: deps.settings.business.time_zone, since }, runs)) return;
  await deps.transaction((tx, deps) => addRun(tx, deps, null));
}

/** Reports that the instance is alive while `work` runs, and aborts it when the instance stops or another one has restarted the run. */
async function alive<T>(
  deps: Deps,
  mine: Try,
  stopping: AbortSignal,
  work: (stopping: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const sign = async () => {
    const isMine = await deps.autocommit((tx) => repo.keepAlive(tx, mine, deps.now()));
    if (!isMine) lost.abort(new Error(TAKEN_OVER));
  };
  // A database that does not answer ends the back-up by itself.
  const timer = setInterval(() => void sign().catch(() => undefined), ALIVE_MS);
  try {
    return await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}

/**
 * Makes the requested back-up in BACKUP_DIR, verifies every hash, and then removes old back-ups. When the instance
 * stops or is killed, another one starts over. An error ends the run, and `beginDue` tries again after an hour.
 */
export async function runBackup(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { config, connection } = deps;
  // Loaded when it is needed, so that the app answers sooner.
  const { backUp, nameAt } = await import('#server/backup/backup.ts');
  const at = deps.now();
  const mine = await deps.autocommit((tx) => repo.beginTry(tx, at));
  if (!mine) return;
  const { dataDir, backupDir: into, auditKey, backupPassphrase: passphrase } = config;
  try {
    if (!into) throw new BackupError('BACKUP_DIR is not set on the server that had to make it.');
    const { problem, has_own_disk } = await lookAtFolder(deps);
    if (problem === 'silent' || problem === 'unmounted') throw new BackupError(backupTexts.folder[problem]);
    const step = () => undefined;
    const { manifest } = await alive(deps, mine, stopping, async (ending) => {
      await clearLeftovers(deps, into, ending);
      if (!(await deps.autocommit((tx) => repo.nameTry(tx, mine, nameAt(at))))) throw new Error(TAKEN_OVER);
      return backUp({ dataDir, files: deps.files, connection, into, auditKey, passphrase, at, stopping: ending, step });
    });
    const { tables, files } = manifest;
    const sumOf = (of: 'bytes' | 'rows') => tables.reduce((sum, table) => sum + table[of], 0);
    const made = { folder: nameAt(at), bytes: sumOf('bytes') + files.bytes };
    const where = { place: into, has_own_disk };
    const counts = { row_count: sumOf('rows'), file_count: files.count };
    await deps.transaction(async (tx, deps) => {
      if (!(await repo.endMade(tx, mine, { ...made, ...counts, ...where }, deps.now()))) return;
      await announce(tx, NOBODY, { type: 'backup.made', run_id: mine.id, ...made });
    });
  } catch (error) {
    if (stopping.aborted) throw error;
    deps.log.error({ err: error }, 'the back-up failed');
    const reason = reasonOf(error, { dataDir, isOurs: error instanceof BackupError });
    await deps.transaction((tx, deps) => fail(tx, deps, mine, reason));
    return;
  }
  await removeOld(deps, into, nameAt(at), stopping).catch((error: unknown) => {
    if (!stopping.aborted) deps.log.error({ err: error }, 'old back-ups could not be removed');
  });
}

/**
 * Removes what is left of our interrupted attempts, at this run and at earlier ones, before the row names the next folder; and of
 * back-ups of ours whose removal was cut off.
 */
async function clearLeftovers(deps: Deps, into: string, stopping: AbortSignal): Promise<void> {
  const left = await repo.listNamed(deps.db, await listPartial(into));
  const folders = left.map(({ folder }) => folder);
  const removed = await removeEach(deps, folders, (folder) => removePartial(into, folder), stopping);
  const made = new Set(left.flatMap(({ folder, outcome }) => (outcome === 'made' ? [folder] : [])));
  await recordRemoved(
    deps,
    removed.filter((folder) => made.has(folder)),
  );
}

/** Removes old back-ups under the retention settings, once `made` is in place. Otherwise nothing is removed. */
async function removeOld(deps: Deps, into: string, made: string, stopping: AbortSignal): Promise<void> {
  const { installation, config, settings } = deps;
  const shelf = await listShelf(into, {
    installation: installation.id,
    passphrase: config.backupPassphrase,
    unreadable: (folder, error) => deps.log.error({ err: error, folder }, 'a back-up could not be read'),
  });
  if (!shelf.some(({ name }) => name === made)) return;
  const { keep_daily: daily, keep_weekly: weekly, keep_monthly: monthly } = await repo.readSettings(deps.db);
  // One of a time to come says nothing about how old the others are. It stays, and takes nobody's place.
  const dated = shelf.filter(({ at }) => !isAhead(at, deps.now()));
  const old = tooMany(dated, { daily, weekly, monthly }, settings.business.time_zone)
    .map(({ name }) => name)
    .filter((name) => name !== made);
  await recordRemoved(deps, await removeEach(deps, old, (folder) => removeBackup(into, folder), stopping));
}

/** Removes folders one after the other until it is to stop. One that cannot be removed keeps no other. @returns those that are gone */
async function removeEach(
  deps: Deps,
  folders: readonly string[],
  remove: (folder: string) => Promise<void>,
  stopping: AbortSignal,
): Promise<string[]> {
  const removed: string[] = [];
  for (const folder of folders) {
    if (stopping.aborted) break;
    try {
      await remove(folder);
      removed.push(folder);
    } catch (error) {
      deps.log.error({ err: error, folder }, 'the folder of a back-up could not be removed');
    }
  }
  return removed;
}

async function recordRemoved(deps: Deps, folders: string[]): Promise<void> {
  if (!folders.length) return;
  await deps.transaction(async (tx, deps) => {
    await repo.markRemoved(tx, folders, deps.now());
    await announce(tx, NOBODY, { type: 'backup.removed', folders });
  });
}
