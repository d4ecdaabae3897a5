import type { Deps } from '#server/deps.ts';
import type { Visitor } from '#server/lib/actor.ts';
import { networkOf } from '#server/lib/networks.ts';
import { record } from '../audit/audit.service.ts';

const HOUR_S = 3600;
/** So many failures an hour from one network get an event each; the rest become one a minute. */
const EACH_ITS_EVENT = 20;
const MINUTE_MS = 60_000;

/** What a flood of failed sign-ins leaves: one event for all of a minute, from the first one's visitor. */
async function recordTogether(deps: Deps, failures: readonly { visitor: Visitor; email: string }[]): Promise<void> {
  const [first] = failures;
  if (!first) return;
  const addresses = new Set(failures.map(({ email }) => email)).size;
  const after = { email: first.email, attempts: failures.length, addresses };
  await deps.transaction((tx, deps) =>
    record(deps, tx, first.visitor, { action: 'auth.login_failed', entity: 'session', entity_id: null, after }),
  );
}

/** Adds a failed sign-in to the trail, which a flood of them from one network must not fill. */
export async function recordFailure(deps: Deps, visitor: Visitor, email: string): Promise<void> {
  const network = networkOf(visitor.ip);
  const count = await deps.limits.count('login_failed', visitor.ip, HOUR_S);
  if (count > EACH_ITS_EVENT) {
    const save = (failures: readonly { visitor: Visitor; email: string }[]) => recordTogether(deps, failures);
    deps.batches.add(`failed sign-ins from ${network}`, { visitor, email }, save, MINUTE_MS);
    return;
  }
  const after = { email };
  await deps.transaction((tx, deps) =>
    record(deps, tx, visitor, { action: 'auth.login_failed', entity: 'session', entity_id: null, after }),
  );
}
