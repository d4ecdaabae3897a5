/** The types and priorities of notifications (spec §3). */
export const notificationTypes = ['contact', 'service_request', 'status_update', 'system'] as const;
export const notificationPriorities = ['high', 'medium', 'low'] as const;
