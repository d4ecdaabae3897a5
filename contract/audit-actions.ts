import { type EventType, events } from './events.ts';

/** What the audit trail calls each event; null: the trail does not keep it. */
export const auditActions = Object.fromEntries(Object.entries(events).map(([type, { action }]) => [type, action])) as {
  readonly [T in EventType]: (typeof events)[T]['action'];
};
export type AuditAction = NonNullable<(typeof auditActions)[EventType]>;

/** Every action once, in the order of the events. */
export const auditActionNames = [...new Set(Object.values(auditActions))].filter((action) => action !== null);

/** How screens call the actions. A search of the trail finds these words as well. */
export const actionLabels = Object.fromEntries(
  Object.values(events).flatMap(({ action, label }) => (action === null ? [] : [[action, label]])),
) as Readonly<Record<AuditAction, string>>;
