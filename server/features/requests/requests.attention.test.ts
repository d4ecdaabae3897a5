import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type AttentionKind, attentionKinds } from '#contract/words/requests.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** A Wednesday at noon in Orlando; the sample office opens at 7:30. */
const NOW = '2026-11-18T17:00:00Z';
const clock = aClock(NOW);

let test: TestApp;
/** An admin who signs in now: a session of another time has expired. */
const office = () => as(test, 'admin');
const made: Record<string, number> = {};
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  const technician = await aUser(test, 'technician');
  const at = async (instant: string, name: string, fields: object = {}) => {
    clock.set(instant);
    made[name] = (await aRequest(test, fields)).id;
    return { params: { id: String(made[name]) } };
  };
  const assign = async (one: { params: { id: string } }) =>
    (await office()).call(api.requests.assign, { ...one, body: { technician_id: technician.id } });
  const setStatus = async (
    one: { params: { id: string } },
    status: 'pending' | 'in_progress' | 'completed' | 'cancelled',
  ) => (await office()).call(api.requests.changeStatus, { ...one, body: { status } });
  const rate = (name: string, rating: number, completedAt: string) =>
    test.deps.db
      .updateTable('requests')
      .set({ rating, completed_at: new Date(completedAt) })
      .where('id', '=', made[name] ?? 0)
      .execute();

  await at('2026-11-18T16:30:00Z', 'new emergency', { priority: 'Emergency' });
  await assign(await at('2026-11-18T16:30:00Z', 'assigned emergency', { priority: 'Emergency' }));
  await setStatus(await at('2026-11-18T16:30:00Z', 'cancelled emergency', { priority: 'Emergency' }), 'cancelled');
  await at('2026-11-18T13:00:00Z', 'waits exactly four hours');
  await at('2026-11-18T12:59:59Z', 'waits longer');
  const reopened = await at('2026-11-01T12:00:00Z', 'old but reopened');
  await setStatus(reopened, 'in_progress');
  clock.set('2026-11-18T16:00:00Z');
  await setStatus(reopened, 'pending');
  const stuck = await at('2026-11-10T12:00:00Z', 'in progress for long');
  await setStatus(stuck, 'in_progress');
  const fresh = await at('2026-11-10T12:00:00Z', 'in progress since today');
  clock.set('2026-11-18T12:00:00Z');
  await setStatus(fresh, 'in_progress');
  for (const [name, rating, completedAt] of [
    ['rated 2 yesterday', 2, '2026-11-17T12:00:00Z'],
    ['rated 3 yesterday', 3, '2026-11-17T12:00:00Z'],
    ['rated 1 last month', 1, '2026-10-17T12:00:00Z'],
  ] as const) {
    await setStatus(await at('2026-10-10T12:00:00Z', name), 'completed');
    await rate(name, rating, completedAt);
  }
  clock.set('2026-11-18T16:45:00Z');
  const visitor = await as(test, 'technician');
  const visited = await at('2026-11-18T16:45:00Z', 'visit without a signature');
  await (await office()).call(api.requests.assign, { ...visited, body: { technician_id: visitor.id } });
  const visit = { unsigned: 'absent', unsigned_reason: 'Nobody there', unsigned_confirmed: true } as const;
  await visitor.call(api.requests.updateWithFiles, { ...visited, body: { status: 'in_progress', ...visit } });
  const taken = await at('2026-11-18T16:45:00Z', 'taken from its technician');
  for (const { id } of [visitor, technician]) {
    await (await office()).call(api.requests.assign, { ...taken, body: { technician_id: id } });
  }
  await visitor.attempt(api.requests.updateWithFiles, {
    ...taken,
    body: { status: 'in_progress', notes: 'Nine poles.' },
  });
  clock.set(NOW);
});
afterAll(() => test.close());

const expected: Record<AttentionKind, string[]> = {
  unassigned_emergency: ['new emergency'],
  refused_work: ['taken from its technician'],
  no_signature: ['visit without a signature'],
  long_pending: ['waits longer'],
  long_in_progress: ['in progress for long'],
  low_rating: ['rated 2 yesterday'],
};

it.each(attentionKinds)('%s leads to exactly the requests that are counted', async (attention) => {
  const { requests, matched, more_match, total } = await (await office()).call(api.requests.list, {
    query: { attention },
  });
  expect(requests.map(({ id }) => id)).toEqual(expected[attention].map((name) => made[name]));
  expect({ matched, more_match, total }).toEqual({ matched: 1, more_match: false, total: Object.keys(made).length });
  expect((await (await office()).call(api.requests.attention, {})).attention[attention]).toBe(1);
});

it('narrows together with the other filters', async () => {
  const query = { attention: 'unassigned_emergency', assignment: 'assigned' } as const;
  expect(await (await office()).call(api.requests.list, { query })).toMatchObject({ requests: [], matched: 0 });
});

it('refuses an unknown kind', async () => {
  const answer = await (await office()).attempt(api.requests.list, { query: { attention: 'boring' } });
  expect(answer.status).toBe(400);
});
