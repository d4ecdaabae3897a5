import { expect, it } from 'vitest';
import { changesFor, type StoredMessage } from './live.rules.ts';

it('a change of a topic that only a newer release knows is left out', () => {
  const stored = { entity_id: 1, roles: ['admin' as const], user_ids: [] };
  const messages = [
    { topic: 'visit' as StoredMessage['topic'], ...stored },
    { topic: 'user' as const, ...stored },
  ];
  expect(changesFor({ userId: 1, role: 'admin' }, messages)).toEqual([{ topic: 'user', id: 1 }]);
});
