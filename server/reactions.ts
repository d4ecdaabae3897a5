import type { Announcer } from './db/transaction.ts';
import type { TxDeps } from './deps.ts';
import { createAnnouncer } from './events.ts';
import { auditReactions } from './features/audit/trail/trail.reactions.ts';
import { authReactions } from './features/auth/auth.reactions.ts';
import { liveReactions } from './features/live/live.reactions.ts';
import { mailReactions } from './features/mail/mail.reactions.ts';
import { notificationReactions } from './features/notifications/notifications.reactions.ts';
import { reportReactions } from './features/reports/reports.reactions.ts';
import { requestReactions } from './features/requests/requests.reactions.ts';
import { settingsReactions } from './features/settings/settings.reactions.ts';
import { workOrderReactions } from './features/work-orders/work-orders.reactions.ts';

/**
 * Every feature's reactions to events, in this order: the audit trail, notifications, mails, further changes, live updates,
 * messages between instances.
 */
export const announcerOf = (deps: TxDeps): Announcer =>
  createAnnouncer(deps, [
    ...auditReactions,
    ...notificationReactions,
    ...mailReactions,
    ...requestReactions,
    ...workOrderReactions,
    ...reportReactions,
    ...authReactions,
    ...liveReactions,
    ...settingsReactions,
  ]);
