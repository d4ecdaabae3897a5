import { expect, it } from 'vitest';
import { badgeOf, bellLabel } from './notifications.view.ts';

it.each([
  [0, '', 'Notifications'],
  [1, '1', 'Notifications, 1 unread'],
  [99, '99', 'Notifications, 99 unread'],
  [100, '99+', 'Notifications, 99+ unread'],
  [1_234, '99+', 'Notifications, 99+ unread'],
])('with %i unread notifications the badge is "%s" and the bell is called "%s"', (unread, badge, label) => {
  expect([badgeOf(unread), bellLabel(unread)]).toEqual([badge, label]);
});
