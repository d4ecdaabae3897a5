import type { audit } from '#contract/audit.ts';
import type { UseCase } from '#server/deps.ts';
import { presentVerification } from '../verify/verifications.rules.ts';
import { readOverview } from './overview.repo.ts';

/** Returns the figures of the auditor's dashboard: counts of stored records, and the latest verification. */
export const overview: UseCase<typeof audit.overview> = async (deps) => {
  const { kinds, users, active_users, events, verification } = await readOverview(deps.db);
  const count = (counted: (typeof kinds)[number]['counted'], status?: string) =>
    kinds
      .filter((kind) => kind.counted === counted && (status === undefined || kind.status === status))
      .reduce((sum, { n }) => sum + n, 0);
  return {
    requests: {
      total: count('requests'),
      pending: count('requests', 'pending'),
      assigned: count('requests', 'assigned'),
      in_progress: count('requests', 'in_progress'),
      completed: count('requests', 'completed'),
      cancelled: count('requests', 'cancelled'),
    },
    users: { total: users, active: active_users },
    customers: count('customers'),
    contact_messages: {
      total: count('contact_messages'),
      new: count('contact_messages', 'new'),
      contacted: count('contact_messages', 'contacted'),
      resolved: count('contact_messages', 'resolved'),
      spam: count('contact_messages', 'spam'),
    },
    events,
    verification: verification && presentVerification(verification, deps.now()),
  };
};
