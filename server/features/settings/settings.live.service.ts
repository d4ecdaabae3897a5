import { z } from 'zod';
import { type Business, business } from '#contract/business.ts';
import { rowId } from '#contract/text.ts';
import { type Bus, channel } from '#server/bus.ts';
import type { WritableDatabase } from '#server/db/pool.ts';
import { autocommit } from '#server/db/transaction.ts';
import type { Log } from '#server/lib/log.ts';
import { readStoredJson, type StoredJson } from '#server/lib/stored/stored-json.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import * as repo from './settings.repo.ts';

/** Sends every instance the message that the contractor's details have changed. */
export const settingsChannel = channel('settings', z.object({ version: rowId }));

/** The details in their row. Where an older release has stored no value for a setting, the sample's is used. */
export const businessDetails = { schema: business, defaults: sampleBusiness } satisfies StoredJson<Business>;

/** This instance's copy of the contractor's details: read at the start, and again when any instance changes them. */
export type LiveSettings<B = Business> = {
  /** The details as last read. */
  readonly business: B;
  readonly version: number;
  /** Reads the details again. Resolves when all reactions to a change have ended, and rejects when one has failed. */
  refresh(): Promise<void>;
  /** Runs `react` after each change; reactions run one after the other. */
  onChange(react: () => Promise<void>): void;
};

/**
 * Reads the details. A database without details gets the defaults. Details of another release are read as far as this one
 * knows them, and a warning names what was filled with a default.
 * @throws when the stored details are no object
 */
export async function openSettings<B extends object>(
  db: WritableDatabase,
  details: StoredJson<B> & { defaults: B },
  { now, log }: { now: Date; log: Pick<Log, 'warn'> },
): Promise<LiveSettings<B>> {
  let warned = '';
  async function read() {
    const row = await repo.readSettings(db);
    const { value, repaired } = readStoredJson<B>(details, row.details);
    const fields = repaired.join(', ');
    if (fields && fields !== warned) log.warn({ fields }, 'the stored settings lack these values; defaults are used');
    warned = fields;
    return { business: value, version: row.version };
  }
  await autocommit(db, (tx) => repo.insertSettings(tx, details.defaults, now));
  let stored = await read();
  let published = stored.version;
  const reactions: (() => Promise<void>)[] = [];
  let queue = Promise.resolve();

  const refresh = async () => {
    const fresh = await read();
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
export async function followSettings(
  settings: Pick<LiveSettings, 'refresh'>,
  bus: Bus,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const refresh = () =>
    void settings
      .refresh()
      .catch((error: unknown) => log.error({ err: error }, 'the settings could not be read again'));
  await bus.subscribe(settingsChannel, { message: refresh, missed: refresh });
}
