import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { LiveChange } from '#contract/live.ts';
import { aClock } from '#server/testing/clock.ts';
import type { Person } from '#server/testing/factories.ts';
import { type Follower, follow } from '#server/testing/live.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { positionOf } from './live.rules.ts';

/** Two instances on one database, each with its address. */
const apps: { test: TestApp; url: string }[] = [];
let admin: Person;
const clock = aClock('2026-03-02T15:00:00Z');

async function start(join?: TestApp) {
  const test = await testApp({ now: clock.now }, {}, join ? { join } : {});
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  apps.push({ test, url: `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}` });
}
beforeAll(async () => {
  await start();
  await start(apps[0]?.test);
  admin = await aSignedInUser(at(0).test, 'admin');
});
afterAll(async () => {
  for (const { test } of apps.reverse()) await test.close();
});

const at = (nth: number) => {
  const app = apps[nth % apps.length];
  if (!app) throw new Error('no instance');
  return app;
};
const followOn = (nth: number, lastEventId?: string) => follow(at(nth).url, admin.token ?? '', lastEventId);
const request = (id: number): LiveChange => ({ topic: 'request', id });

/** Stores a message in a transaction that stays open until `commit`. */
async function openChange(id: number) {
  const stored = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const done = at(0)
    .test.deps.db.transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('live_messages')
        .values({ topic: 'request', entity_id: id, roles: ['admin'] })
        .execute();
      stored.resolve();
      await committing.promise;
    });
  await stored.promise;
  return {
    async commit() {
      committing.resolve();
      await done;
    },
  };
}
const change = async (id: number) => (await openChange(id)).commit();
const ids = (stream: Follower) => stream.changes().map(({ id }) => id);

describe('a browser that comes back', () => {
  it('hears what happened while it was away, on the other instance, and nothing twice', async () => {
    const first = await followOn(0);
    await change(1);
    await first.hears(request(1));
    await first.leave();
    await change(2);
    await change(3);
    const second = await followOn(1, first.lastId);
    expect(second.messages[0]).toEqual({ type: 'opened', resumed: true });
    await change(4);
    await second.hears(request(4));
    expect(ids(second)).toEqual([2, 3, 4]);
    await second.leave();
  });

  it('hears of a change that began before what it has heard, and was committed after it', async () => {
    const first = await followOn(0);
    const slow = await openChange(11);
    await change(12);
    await first.hears(request(12));
    expect(ids(first)).toEqual([12]);
    await first.leave();
    // Still under way at the second stream's beginning too.
    const second = await followOn(1, first.lastId);
    await change(13);
    await second.hears(request(13));
    await second.leave();
    await slow.commit();
    const third = await followOn(0, second.lastId);
    await third.hears(request(11));
    expect([...ids(second), ...ids(third)]).toEqual([13, 11]);
    await third.leave();
  });

  it('hears of a change that is committed late, without a break, too', async () => {
    const stream = await followOn(0);
    const slow = await openChange(21);
    await change(22);
    await stream.hears(request(22));
    await slow.commit();
    await stream.hears(request(21));
    expect(ids(stream)).toEqual([22, 21]);
    await stream.leave();
  });

  it('hears each of 300 changes once, while four writers commit out of order and its connection breaks all the time', async () => {
    const changes = Array.from({ length: 300 }, (_, nth) => 1_000 + nth);
    const heard: (number | null)[] = [];
    const first = await followOn(0);
    let { lastId } = first;
    await first.leave();
    const reader = (async () => {
      for (let nth = 1; heard.length < changes.length; nth += 1) {
        const stream = await followOn(nth, lastId);
        // Leaves as soon as it has heard anything: in the middle of what is being sent.
        await expect.poll(() => stream.changes().length, { interval: 1 }).toBeGreaterThan(0);
        await stream.leave();
        heard.push(...ids(stream));
        lastId = stream.lastId;
      }
    })();
    const queue = [...changes];
    const isNear = () => changes.length - queue.length - heard.length < 50;
    const writer = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        // A browser that misses more than a hundred changes hears of their topic alone.
        await vi.waitUntil(isNear, { interval: 1 });
        const one = await openChange(id);
        const following = queue.shift();
        // The second one begins later and is committed first.
        if (following !== undefined) await change(following);
        await one.commit();
      }
    };
    await Promise.all([reader, ...Array.from({ length: 4 }, writer)]);
    expect([...heard].sort()).toEqual(changes);
  });

  it('after a quarter of an hour, or with an id that is none of ours, is told that it may have missed something', async () => {
    const first = await followOn(0);
    const { lastId = '' } = first;
    await first.leave();
    clock.forward(15);
    const wrong = [lastId, '1', 'x'.repeat(5_000), lastId.replace(/^\d+/, String(clock.now().getTime()).concat('0'))];
    // Of a database that has been restored: its transactions have higher numbers.
    const restored = `${clock.now().getTime()}.99999999999:99999999999:`;
    for (const id of [...wrong, restored]) {
      const stream = await followOn(0, id);
      expect(stream.messages[0], id).toEqual({ type: 'opened', resumed: false });
      await stream.leave();
    }
  });

  it('after an hour without news can still resume, because quiet streams get new positions', async () => {
    const stream = await followOn(0);
    for (let checks = 0; checks < 6; checks += 1) {
      clock.forward(10);
      // The session stays in use.
      await admin.call(api.auth.me, {});
      const { lastId } = stream;
      await at(0).test.deps.live.check();
      await expect.poll(() => stream.lastId).not.toBe(lastId);
    }
    await stream.leave();
    await change(31);
    const second = await followOn(1, stream.lastId);
    await second.hears(request(31));
    expect(second.messages[0]).toEqual({ type: 'opened', resumed: true });
    expect(stream.changes()).toEqual([]);
    await second.leave();
  });
});

describe('the id of an event', () => {
  const now = Date.parse('2026-03-02T15:00:00Z');
  it.each(['10:10:', '10:20:', '10:20:10,12,19', '1:9223372036854775807:'])('names the snapshot %s', (snapshot) => {
    expect(positionOf(`${now}.${snapshot}`, now)).toEqual({ at: now, snapshot });
  });
  it.each([
    '',
    '0:10:',
    '20:10:',
    '10:20:20',
    '10:20:9',
    '10:20:12,12',
    '10:20:13,12',
    '10:20',
    '1:9223372036854775808:',
    '10:20:;drop',
  ])('is refused with the snapshot "%s", which PostgreSQL would not read', (snapshot) => {
    expect(positionOf(`${now}.${snapshot}`, now)).toBeNull();
  });
});
