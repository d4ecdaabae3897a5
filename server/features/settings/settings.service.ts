import { business } from '#contract/business.ts';
import type { BusinessSettings, settings } from '#contract/settings.ts';
import type { UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { changedFields } from '#server/lib/changes.ts';
import { refuseOlder } from '../users/users.versions.service.ts';
import * as repo from './settings.repo.ts';

type Row = Awaited<ReturnType<typeof repo.readSettings>>;

const present = (row: Row): { settings: BusinessSettings } => ({
  settings: { ...business.parse(row.details), version: row.version, updated_at: row.changed_at.toISOString() },
});

/** Returns the business details from the database. */
export const get: UseCase<typeof settings.get> = async (deps) => present(await repo.readSettings(deps.db));

/**
 * Replaces the contractor's details, unless the editor saw an older version (409). When the call returns, the pages of this
 * instance show the change. The pages of other instances show it after their message.
 */
export const update: UseCase<typeof settings.update> = async (deps, actor, { body }) => {
  const { version, ...details } = body;
  const row = await deps.transaction(async (tx, deps) => {
    const before = await repo.lockSettings(tx);
    await refuseOlder(tx, deps, before, version, { what: 'the settings', at: before.changed_at });
    const known = business.parse(before.details);
    if (!changedFields(known, details)) return before;
    const after = await repo.writeSettings(tx, details, { by: actor.id, at: deps.now() });
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
