import type { audit } from '#contract/audit.ts';
import { contactStatuses } from '#contract/words/contact.ts';
import { statuses } from '#contract/words/requests.ts';
import type { UseCase } from '#server/deps.ts';
import { countsOf } from '#server/lib/counts.ts';
import { presentVerification } from '../verify/verifications.rules.ts';
import { readOverview } from './overview.repo.ts';

/** Returns the figures of the auditor's dashboard: counts of stored records, and the latest verification. */
export const overview: UseCase<typeof audit.overview> = async (deps) => {
  const { kinds, users, active_users, events, verification } = await readOverview(deps.db);
  const of = (counted: (typeof kinds)[number]['counted']) => kinds.filter((kind) => kind.counted === counted);
  const totalOf = (counts: typeof kinds) => counts.reduce((sum, { n }) => sum + n, 0);
  const [requests, messages] = [of('requests'), of('contact_messages')];
  return {
    requests: { total: totalOf(requests), ...countsOf(statuses, requests) },
    users: { total: users, active: active_users },
    customers: totalOf(of('customers')),
    contact_messages: { total: totalOf(messages), ...countsOf(contactStatuses, messages) },
    events,
    verification: verification && presentVerification(verification, deps.now()),
  };
};
