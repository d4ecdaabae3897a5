import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anEvent, newestEntry } from '#server/testing/audit.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { lossWatch } from './losses.service.ts';
import { sealEntries } from './seal.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
});
afterAll(() => test.close());

/** Removes the newest entry and what waits for its seal, as the owner of the tables can. Returns its id. */
async function swallowNewest(): Promise<string> {
  const gone = await newestEntry(test);
  for (const statement of [
    sql`grant delete on audit_events to current_user`,
    sql`alter table audit_events disable trigger user`,
    sql`delete from audit_events where id = ${gone}`,
    sql`delete from audit_unsealed where event_id = ${gone}`,
    sql`alter table audit_events enable trigger user`,
    sql`revoke delete on audit_events from current_user`,
  ])
    await statement.execute(test.deps.db);
  return gone;
}

const lossesTold = () =>
  test.deps.db
    .selectFrom('audit_events')
    .select('after')
    .where('action', '=', 'audit.find_lost')
    .orderBy('id')
    .execute();

describe('an entry that is gone before its seal', () => {
  it('is named by a verification and in the log, and one that has its seal is not', async () => {
    const error = vi.fn();
    const look = lossWatch({ ...test.deps, log: { ...test.deps.log, error } });
    await anEvent(test);
    await look();
    await sealEntries(test.deps);
    await look();
    expect(error).not.toHaveBeenCalled();
    expect(test.deps.written.some()).toEqual([]);

    await anEvent(test);
    const gone = await swallowNewest();
    await sealEntries(test.deps);
    expect((await verifyTrail(test.deps)).broken).toBeNull();

    await look();
    await sealEntries(test.deps);
    expect(error).toHaveBeenCalledExactlyOnceWith({ entry: gone }, expect.stringContaining('before it was sealed'));
    expect(await lossesTold()).toEqual([{ after: { entries: [gone] } }]);
    expect((await verifyTrail(test.deps)).broken).toMatchObject({
      kind: 'removed',
      event_id: gone,
      message: `Entry ${gone} was removed before it was sealed.`,
    });
    await look();
    await look();
    expect(await lossesTold()).toHaveLength(1);
  });

  it('is told of again when what was told is gone as well', async () => {
    const look = lossWatch(test.deps);
    const before = (await lossesTold()).length;
    await anEvent(test);
    const first = await swallowNewest();
    await look();
    const second = await swallowNewest();
    expect(await lossesTold()).toHaveLength(before);
    await look();
    expect((await lossesTold()).at(-1)).toEqual({ after: { entries: [first, second] } });
  });
});
