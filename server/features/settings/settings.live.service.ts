import { z } from 'zod';
import { type Business, business } from '#contract/business.ts';
import { rowId } from '#contract/text.ts';
import { type Bus, channel } from '#server/bus.ts';
import type { WritableDatabase } from '#server/db/pool.ts';
import { autocommit } from '#server/db/transaction.ts';
import type { Log } from '#server/lib/log.ts';
import * as repo from './settings.repo.ts';

/** Sends every instance the message that the contractor's details have changed. */
export const settingsChannel = channel('settings', z.object({ version: rowId }));

/** This instance's copy of the contractor's details: read at the start, and again when any instance changes them. */
export type LiveSettings = {
  /** The details as last read. */
  readonly business: Business;
  readonly version: number;
  /** Reads the details again. Resolves when all reactions to a change have ended, and rejects when one has failed. */
  refresh(): Promise<void>;
  /** Runs `react` after each change; reactions run one after the other. */
  onChange(react: () => Promise<void>): void;
};

async function read(db: WritableDatabase): Promise<{ business: Business; version: number }> {
  const row = await repo.readSettings(db);
  return { business: business.parse(row.details), version: row.version };
}

/**
 * Reads the details. A database without details gets those of `sample`.
 * @throws when the stored details do not fit their schema
 */
export async function openSettings(db: WritableDatabase, sample: Business, now: Date): Promise<LiveSettings> {
  await autocommit(db, (tx) => repo.insertSettings(tx, sample, now));
  let stored = await read(db);
  let published = stored.version;
  const reactions: (() => Promise<void>)[] = [];
  let queue = Promise.resolve();

  const refresh = async () => {
    const fresh = await read(db);
    if (fresh.version > stored.version) stored = fresh;
    const { version } = stored;
    if (version === published) return;
    for (const react of reactions) await react();
    // Set last, so that a failed reaction is retried by the next refresh.
    published = version;
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
      // The caller gets the failure. Here it is ignored, so that the next refresh runs.
      queue = run.catch(() => undefined);
      return run;
    },
    onChange: (react) => void reactions.push(react),
  };
}

/** Reads the details again after each message of a change, and after each new connection, which may have missed messages. */
export async function followSettings(settings: LiveSettings, bus: Bus, log: Pick<Log, 'error'>): Promise<void> {
  const refresh = () =>
    void settings
      .refresh()
      .catch((error: unknown) => log.error({ err: error }, 'the settings could not be read again'));
  await bus.subscribe(settingsChannel, { message: refresh, missed: refresh });
}
