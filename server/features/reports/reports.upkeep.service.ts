import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readStoredJson } from '#server/lib/stored/stored-json.ts';
import { businessDetails } from '../settings/settings.live.service.ts';
import * as repo from './reports.upkeep.repo.ts';
import { beginComparison, compareDays, compareMonths, type Difference } from './reports.verify.repo.ts';

export const UPKEEP_TASK = 'reports.figures';

/** The most changes of one transaction. */
const BATCH = 20_000;
/** The most differences that are named, in a log and by the tool. */
const NAMED = 100;

/** The time zone of the figures, and that of the business as this release reads it: PostgreSQL refuses an unknown one. */
async function zonesOf(tx: Tx) {
  const { figures, details } = await repo.findZones(tx);
  return { figures, business: readStoredJson(businessDetails, details).value.time_zone };
}

type Upkeep = { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

/** Runs an upkeep of the figures; null when another process runs one. */
async function alone<T>(deps: Upkeep, work: (tx: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await deps.transaction(async (tx) => {
      await repo.beginUpkeep(tx);
      return work(tx);
    });
  } catch (error) {
    if (repo.isBusy(error)) return null;
    throw error;
  }
}

/**
 * Moves all changes into the figures, or builds the figures when they have the days of another time zone or are not there.
 * Does nothing while another process does this.
 */
export async function keepFigures(deps: Upkeep, stopping?: AbortSignal): Promise<void> {
  const step = () =>
    alone(deps, async (tx) => {
      const zones = await zonesOf(tx);
      if (zones.figures === zones.business) return repo.foldChanges(tx, zones.business, BATCH);
      await repo.buildFigures(tx, zones.business);
      return 0;
    });
  while ((await step()) === BATCH) stopping?.throwIfAborted();
}

/** Builds the figures anew. @returns false when another process maintains them now */
export async function rebuildFigures(deps: Upkeep): Promise<boolean> {
  const built = await alone(deps, async (tx) => {
    await repo.buildFigures(tx, (await zonesOf(tx)).business);
    return true;
  });
  return built ?? false;
}

export type Verdict = {
  /** The time zone of the figures; null when they are not built, and nothing was compared. */
  zone: string | null;
  /** How many rows are wrong. */
  wrong: number;
  /** The first of them. */
  differences: Difference[];
};

/** Compares the figures with the requests, in one state of both. It changes nothing. */
export const verifyFigures = (deps: Upkeep): Promise<Verdict> =>
  deps.transaction(async (tx) => {
    await beginComparison(tx);
    const { figures: zone } = await repo.findZones(tx);
    const verdict: Verdict = { zone, wrong: 0, differences: [] };
    if (zone === null) return verdict;
    const add = (found: Difference[]) => {
      verdict.wrong += found.length;
      verdict.differences.push(...found.slice(0, NAMED - verdict.differences.length));
    };
    for (const month of await repo.monthsOf(tx, zone)) add(await compareDays(tx, zone, month));
    add(await compareMonths(tx));
    return verdict;
  });

/** Verifies the figures, and builds them anew when they are wrong: readers must not see wrong figures until somebody looks. */
export async function repairFigures(deps: Deps): Promise<void> {
  const { wrong, differences } = await verifyFigures(deps);
  if (wrong === 0) return;
  deps.log.error({ wrong, differences }, 'the figures of reports differ from the requests; they are built anew');
  await rebuildFigures(deps);
}
