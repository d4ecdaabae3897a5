import { expect, it } from 'vitest';
import { deleteExpiredCounters } from '../db/rate-limits.ts';
import { testApp } from '../testing/test-app.ts';

it('expired counters are removed; counters that still count stay', async () => {
  const test = await testApp({}, { RATE_LIMITS: 'on' });
  await test.deps.limits.take('/still', '203.0.113.1', { calls: 5, seconds: 3600 });
  await test.deps.db
    .insertInto('rate_limits')
    .values({ key: 'over', points: 1, expire: Date.now() - 1 })
    .execute();
  await test.deps.autocommit((tx) => deleteExpiredCounters(tx, new Date()));
  const left = await test.deps.db.selectFrom('rate_limits').select('key').execute();
  expect(left.map(({ key }) => key)).toEqual(['/still:203.0.113.1']);
  await test.close();
});
