/** The bell's badge (spec §9): empty without unread notifications, and "99+" above 99. */
export const badgeOf = (unread: number): string => (unread > 99 ? '99+' : unread > 0 ? String(unread) : '');

/** The bell's name for screen readers. It contains the badge, so that a user of speech input can say what is visible. */
export const bellLabel = (unread: number): string =>
  unread > 0 ? `Notifications, ${badgeOf(unread)} unread` : 'Notifications';
