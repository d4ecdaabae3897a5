import { type Business, business, ZONE_UNKNOWN } from '#contract/business.ts';
import type { BusinessSettings, settings } from '#contract/settings.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { changedFields, enteredFields } from '#server/lib/changes.ts';
import { invalid } from '#server/lib/errors.ts';
import { readStoredJson, writeStoredJson } from '#server/lib/stored/stored-json.ts';
import { refuseMet } from '../users/users.versions.service.ts';
import { businessDetails } from './settings.live.service.ts';
import * as repo from './settings.repo.ts';

type Row = Awaited<ReturnType<typeof repo.readSettings>>;

const detailsOf = (row: Row): Business => readStoredJson(businessDetails, row.details).value;

const present = (row: Row): { settings: BusinessSettings } => ({
  settings: { ...detailsOf(row), version: row.version, updated_at: row.changed_at.toISOString() },
});

/** What the refusal of an edit calls them, where the key says something else. */
const called: Readonly<Partial<Record<keyof Business, string>>> = { closures: 'closed days', socials: 'links' };

/** Returns the business details from the database. */
export const get: UseCase<typeof settings.get> = async (deps) => present(await repo.readSettings(deps.db));

/** Refuses a new zone that PostgreSQL doesn't know: reports, which it computes, and lists would disagree. */
async function refuseUnknownZone(tx: Tx, before: string, zone: string): Promise<void> {
  if (zone === before || (await repo.knowsZone(tx, zone))) return;
  throw invalid([{ field: 'time_zone', message: ZONE_UNKNOWN }]);
}

/**
 * Replaces the contractor's details, unless somebody else changed one of the same details since the editor saw them (409). When the call returns, the pages of this
 * instance show the change. The pages of other instances show it after their message. Settings that only another release
 * knows stay in the row; neither the answer nor the trail has them.
 */
export const update: UseCase<typeof settings.update> = async (deps, actor, { body }) => {
  const { version, ...wanted } = body;
  const row = await deps.transaction(async (tx, deps) => {
    const before = await repo.lockSettings(tx);
    const known = detailsOf(before);
    const own = enteredFields(business, { row: before, now: known }, wanted, version);
    const last = { what: 'the settings', at: before.changed_at };
    await refuseMet(tx, deps, before, version, { now: known, wanted: own, last, called });
    const details = { ...known, ...own };
    await refuseUnknownZone(tx, known.time_zone, details.time_zone);
    if (!changedFields(known, details)) return before;
    const stored = writeStoredJson(businessDetails, details, before.details);
    const after = await repo.writeSettings(tx, stored, { by: actor.id, at: deps.now() });
    await announce(tx, actor, {
      type: 'settings.changed',
      version: after.version,
      before: known,
      after: details,
    });
    return after;
  });
  // The change is committed: a failure to render the pages is logged and does not fail the call.
  await deps.settings.refresh().catch((error: unknown) => {
    deps.log.error({ err: error }, 'the pages do not show the new settings yet');
  });
  return present(row);
};
