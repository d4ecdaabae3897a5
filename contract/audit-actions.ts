import { type EventType, events } from './events.ts';

/** The audit trail's action name for each event; null when the trail does not record the event. */
export const auditActions = Object.fromEntries(Object.entries(events).map(([type, { action }]) => [type, action])) as {
  readonly [T in EventType]: (typeof events)[T]['action'];
};
export type AuditAction = NonNullable<(typeof auditActions)[EventType]>;

/** All action names without duplicates, in the order of the events. */
export const auditActionNames = [...new Set(Object.values(auditActions))].filter((action) => action !== null);

/** The labels of the actions on screens. A search of the trail matches them, too. */
export const actionLabels = Object.fromEntries(
  Object.values(events).flatMap(({ action, label }) => (action === null ? [] : [[action, label]])),
) as Readonly<Record<AuditAction, string>>;
