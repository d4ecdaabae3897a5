import { type Business, business } from '#contract/business.ts';
import type { WritableDatabase } from './pool.ts';

/** The channel on which instances tell each other that the details have changed. */
export const SETTINGS_CHANNEL = 'settings';

/** What this instance knows of the contractor: read at the start, and again whenever any instance changes it. */
export type LiveSettings = {
  /** The details as this instance knows them. */
  readonly business: Business;
  readonly version: number;
  /** Reads them again; resolves when everyone told of a change has dealt with it. */
  refresh(): Promise<void>;
  /** Tells of each change, one after the other. */
  onChange(react: () => Promise<void>): void;
};

async function read(db: WritableDatabase): Promise<{ business: Business; version: number }> {
  const row = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
  return { business: business.parse(row.details), version: row.version };
}

/**
 * Opens the details; a database without any gets those of `sample`.
 * @throws when what is stored is no such details
 */
export async function openSettings(db: WritableDatabase, sample: Business, now: Date): Promise<LiveSettings> {
  await db
    .insertInto('settings')
    .values({ details: JSON.stringify(sample), changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let stored = await read(db);
  let told = stored.version;
  const reactions: (() => Promise<void>)[] = [];
  let queue = Promise.resolve();

  const refresh = async () => {
    const fresh = await read(db);
    if (fresh.version > stored.version) stored = fresh;
    const { version } = stored;
    if (version === told) return;
    for (const react of reactions) await react();
    // Not before: who failed to deal with it is told again by the next refresh.
    told = version;
  };
  return {
    get business() {
      return stored.business;
    },
    get version() {
      return stored.version;
    },
    refresh() {
      const run = queue.then(refresh);
      // Who asked hears of a failure; the next in line is not held up by it.
      queue = run.catch(() => undefined);
      return run;
    },
    onChange: (react) => void reactions.push(react),
  };
}
