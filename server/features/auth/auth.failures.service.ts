import type { Deps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Visitor } from '#server/lib/actor.ts';
import { networkOf } from '#server/lib/networks.ts';

const HOUR_S = 3600;
/** The failures per hour and network that get an event each. Further failures share one event a minute. */
const EACH_ITS_EVENT = 20;
const MINUTE_MS = 60_000;

/** Announces several failed sign-ins as one event, with the visitor of the first. */
async function announceTogether(deps: Deps, failures: readonly { visitor: Visitor; email: string }[]): Promise<void> {
  const [first] = failures;
  if (!first) return;
  const flood = { attempts: failures.length, addresses: new Set(failures.map(({ email }) => email)).size };
  await deps.transaction((tx) => announce(tx, first.visitor, { type: 'session.refused', email: first.email, flood }));
}

/** Announces a failed sign-in. A flood from one network must not fill the audit trail. */
export async function announceFailure(deps: Deps, visitor: Visitor, email: string): Promise<void> {
  const network = networkOf(visitor.ip);
  const count = await deps.limits.count('login_failed', visitor.ip, HOUR_S);
  if (count > EACH_ITS_EVENT) {
    const save = (failures: readonly { visitor: Visitor; email: string }[]) => announceTogether(deps, failures);
    deps.batches.add(`failed sign-ins from ${network}`, { visitor, email }, save, MINUTE_MS);
    return;
  }
  await deps.transaction((tx) => announce(tx, visitor, { type: 'session.refused', email, flood: null }));
}
