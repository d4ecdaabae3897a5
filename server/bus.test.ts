import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Bus, channel, openBus } from './bus.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const news = channel('news', z.object({ n: z.int() }));
const strict = channel('strict news', z.strictObject({ n: z.int() }));
const other = channel('other news', z.object({ word: z.string() }));

let test: TestApp;
let here: Bus;
let there: Bus;
const log = { warn: vi.fn(), error: vi.fn() };
beforeAll(async () => {
  test = await testApp();
  [here, there] = await Promise.all([openBus(test.connection, log), openBus(test.connection, log)]);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await test.close();
});

/** Collects the messages of a channel, in the order of their arrival. */
async function heardBy<S extends z.ZodType>(bus: Bus, on: ReturnType<typeof channel<S>>) {
  const heard: unknown[] = [];
  await bus.subscribe(on, { message: (payload) => heard.push(payload), missed: () => heard.push('missed') });
  return heard;
}

describe('a message', () => {
  it('reaches every instance on its channel, the sender included, and no other channel', async () => {
    const heard = await Promise.all([heardBy(here, news), heardBy(there, news), heardBy(there, other)]);
    await test.deps.transaction((tx) => here.publish(tx, news, { n: 1 }));
    await test.deps.transaction((tx) => there.publish(tx, other, { word: 'last' }));
    await vi.waitUntil(() => heard[0].length === 2 && heard[1].length === 2 && heard[2].length === 2);
    expect(heard).toEqual([
      ['missed', { n: 1 }],
      ['missed', { n: 1 }],
      ['missed', { word: 'last' }],
    ]);
  });

  it('of a transaction that is rolled back reaches no instance', async () => {
    const heard = await heardBy(there, news);
    const undone = test.deps.transaction(async (tx) => {
      await here.publish(tx, news, { n: 2 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await test.deps.transaction((tx) => here.publish(tx, news, { n: 3 }));
    await vi.waitUntil(() => heard.length === 2);
    expect(heard).toEqual(['missed', { n: 3 }]);
  });

  it('that does not fit its channel is not sent', async () => {
    const publish = () => test.deps.transaction(async (tx) => here.publish(tx, news, { n: 1.5 }));
    await expect(publish()).rejects.toThrow('invalid_type');
  });

  it('that does not fit its channel is logged and counts as missed, and the next one arrives', async () => {
    const heard = await heardBy(there, news);
    for (const payload of ['no json', '{"n":"four"}', '{"n":5}']) {
      await sql`select pg_notify('news', ${payload})`.execute(test.deps.db);
    }
    await vi.waitUntil(() => heard.length === 4);
    expect(heard).toEqual(['missed', 'missed', 'missed', { n: 5 }]);
    expect(log.warn.mock.calls.map(([fields]) => fields)).toContainEqual(expect.objectContaining({ channel: 'news' }));
  });

  it('of a newer release is read without its new field', async () => {
    const heard = await heardBy(there, strict);
    await sql`select pg_notify('strict news', '{"n":6,"of":"tomorrow"}')`.execute(test.deps.db);
    await vi.waitUntil(() => heard.length === 2);
    expect(heard).toEqual(['missed', { n: 6 }]);
  });

  it('without a field that this release needs counts as missed', async () => {
    const heard = await heardBy(there, strict);
    await sql`select pg_notify('strict news', '{}')`.execute(test.deps.db);
    await vi.waitUntil(() => heard.length === 2);
    expect(heard).toEqual(['missed', 'missed']);
  });
});

it('after its connection is replaced, the bus tells subscribers that they may have missed messages', async () => {
  const connection = { ...test.connection, application_name: 'a bus' };
  const bus = await openBus(connection, log);
  const heard = await heardBy(bus, news);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a bus'`.execute(
    test.deps.db,
  );
  await vi.waitUntil(() => heard.length === 2);
  await test.deps.transaction((tx) => here.publish(tx, news, { n: 6 }));
  await vi.waitUntil(() => heard.length === 3);
  expect(heard).toEqual(['missed', 'missed', { n: 6 }]);
  await bus.close();
});
