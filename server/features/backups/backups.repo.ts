import type { Selectable } from 'kysely';
import type { BackupRuns, BackupSettings } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type SettingsRow = Selectable<BackupSettings>;
type Choices = Pick<SettingsRow, 'enabled' | 'at_time' | 'keep_daily' | 'keep_weekly' | 'keep_monthly'>;
export type RunRow = Selectable<BackupRuns>;

export const readSettings = (db: Database): Promise<SettingsRow> =>
  db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow();

export const lockSettings = (tx: Tx): Promise<SettingsRow> =>
  tx.selectFrom('backup_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

export const writeSettings = (
  tx: Tx,
  choices: Choices & { enabled_since: Date | null },
  change: { by: number; at: Date },
): Promise<SettingsRow> =>
  tx
    .updateTable('backup_settings')
    .set((set) => ({ ...choices, version: set('version', '+', 1), changed_at: change.at, changed_by: change.by }))
    .returningAll()
    .executeTakeFirstOrThrow();

const newest = (db: Database) => db.selectFrom('backup_runs').selectAll().orderBy('id', 'desc');

export const listRuns = (db: Database, most: number): Promise<RunRow[]> => newest(db).limit(most).execute();

export const findRunning = (db: Database): Promise<RunRow | undefined> =>
  newest(db).where('ended_at', 'is', null).executeTakeFirst();

/** The last run with this outcome that ended by a time. */
export const findLast = (db: Database, outcome: 'made' | 'failed', by: Date): Promise<RunRow | undefined> =>
  db
    .selectFrom('backup_runs')
    .selectAll()
    .where('outcome', '=', outcome)
    .where('started_at', '<=', by)
    .where('ended_at', '<=', by)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a run has failed between two times. */
export const hasFailed = async (db: Database, { from, to }: { from: Date; to: Date }): Promise<boolean> => {
  const row = await findLast(db, 'failed', to);
  return row?.ended_at != null && row.ended_at >= from;
};

const nothing = {
  ended_at: null,
  outcome: null,
  folder: null,
  bytes: null,
  row_count: null,
  file_count: null,
  error: null,
  removed_at: null,
  place: null,
  has_own_disk: null,
};

/** Adds a run. Returns undefined when one is in progress, including one that another instance has just started. */
export const insertRun = (
  tx: Tx,
  run: Pick<RunRow, 'started_by' | 'started_at' | 'seen_at'>,
): Promise<RunRow | undefined> =>
  tx
    .insertInto('backup_runs')
    .values({ ...run, ...nothing })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Starts an attempt at the current run. The row still names the folder of an interrupted one. */
export const beginTry = (tx: Tx, at: Date): Promise<RunRow | undefined> =>
  tx
    .updateTable('backup_runs')
    .set((set) => ({ tries: set('tries', '+', 1), seen_at: at }))
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Which of these folders runs of ours have named, and what became of them. Those that were removed are not among them. */
export const listNamed = async (db: Database, folders: readonly string[]) =>
  folders.length === 0
    ? []
    : db
        .selectFrom('backup_runs')
        .select(['folder', 'outcome'])
        .where('folder', 'in', [...folders])
        .where('removed_at', 'is', null)
        .$narrowType<{ folder: string }>()
        .execute();

type Try = Pick<RunRow, 'id' | 'tries'>;

const change = (tx: Tx, mine: Try, to: Partial<NewRow<BackupRuns>>) =>
  tx
    .updateTable('backup_runs')
    .set(to)
    .where('id', '=', mine.id)
    .where('tries', '=', mine.tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows > 0n);

/** Records that the run's instance is alive. */
export const keepAlive = (tx: Tx, mine: Try, at: Date) => change(tx, mine, { seen_at: at });

/** Stores the name of the folder that this attempt makes. @returns false when another attempt has begun */
export const nameTry = (tx: Tx, mine: Try, folder: string) => change(tx, mine, { folder });

type Made = Pick<RunRow, 'place' | 'has_own_disk'> & {
  folder: string;
  bytes: number;
  row_count: number;
  file_count: number;
};

/** Ends a run with a back-up. @returns false when it was not this try's to end */
export const endMade = (tx: Tx, mine: Try, made: Made, at: Date) =>
  change(tx, mine, { ...made, outcome: 'made', verified: true, ended_at: at });

/** Ends a run without a back-up. */
export const endFailed = (tx: Tx, mine: Try, error: string, at: Date) =>
  change(tx, mine, { outcome: 'failed', error, ended_at: at });

export const markRemoved = (tx: Tx, folders: readonly string[], at: Date) =>
  tx
    .updateTable('backup_runs')
    .set({ removed_at: at })
    .where('folder', 'in', [...folders])
    .where('outcome', '=', 'made')
    .execute();
