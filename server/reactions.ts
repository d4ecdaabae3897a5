import type { Announcer } from './db/transaction.ts';
import type { TxDeps } from './deps.ts';
import { createAnnouncer } from './events.ts';
import { auditReactions } from './features/audit/audit.reactions.ts';
import { notificationReactions } from './features/notifications/notifications.reactions.ts';
import { requestReactions } from './features/requests/requests.reactions.ts';
import { settingsReactions } from './features/settings/settings.reactions.ts';

/**
 * Every feature's reactions to events, in this order: the audit trail, notifications, further changes, messages between
 * instances.
 */
export const announcerOf = (deps: TxDeps): Announcer =>
  createAnnouncer(deps, [...auditReactions, ...notificationReactions, ...requestReactions, ...settingsReactions]);
