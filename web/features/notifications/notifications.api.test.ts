import { expect, it } from 'vitest';
import { countIn } from './notifications.api.ts';

it('the number of unread notifications has either of two names', () => {
  expect([countIn({ unreadCount: 3 }), countIn({ count: 3 }), countIn({})]).toEqual([3, 3, 0]);
});
