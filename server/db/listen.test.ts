import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aProxy } from '../testing/proxy.ts';
import { listen } from './listen.ts';

const connection = { ...inject('postgres'), database: 'postgres' };

let other: pg.Client;
beforeAll(async () => {
  other = new pg.Client(connection);
  await other.connect();
});
afterAll(() => other.end());

/** A listener on a channel of its own. The channel is also the name of its connection. */
async function listening() {
  const channel = `news ${randomBytes(4).toString('hex')}`;
  const news = vi.fn();
  const error = vi.fn();
  const listener = await listen(
    { ...connection, application_name: channel },
    { connected: news, message: news, error },
  );
  await listener.add(channel);
  return {
    news,
    error,
    close: () => listener.close(),
    /** Sends a message on the listener's channel, or on another one. */
    announce: (on = channel) => other.query('select pg_notify($1, $2)', [on, '']),
    async pids() {
      const found = await other.query('select pid from pg_stat_activity where application_name = $1', [channel]);
      return found.rows.map(({ pid }: { pid: number }) => pid);
    },
    /** Resolves when the listener has been called so many times in all. */
    told: (times: number) => vi.waitUntil(() => news.mock.calls.length >= times),
  };
}

/** Lets the server refuse every LISTEN, as a hot standby does. Returns what ends that. */
function refuseListens() {
  const { query } = pg.Client.prototype;
  const refusing = vi.spyOn(pg.Client.prototype, 'query');
  refusing.mockImplementation(function (this: pg.Client, text: unknown, ...rest: unknown[]) {
    const sent = String(text).startsWith('listen ') ? 'listen ""' : text;
    return Reflect.apply(query, this, [sent, ...rest]) as never;
  });
  return () => refusing.mockRestore();
}

describe('a listener', () => {
  it('is called once after it connects, and for every message on its own channel only', async () => {
    const at = await listening();
    expect(at.news).toHaveBeenCalledTimes(1);
    await at.announce('another channel');
    await at.announce();
    await at.told(2);
    await at.announce();
    await at.told(3);
    await at.close();
    expect(at.news).toHaveBeenCalledTimes(3);
    expect(at.error).not.toHaveBeenCalled();
  });

  it('reconnects when its connection is ended, is told that it may have missed messages, and gets the next ones', async () => {
    const at = await listening();
    const before = await at.pids();
    expect(before).toHaveLength(1);
    await other.query('select pg_terminate_backend($1)', before);
    // Nobody gets the message sent during the gap. The call after the reconnection replaces it.
    await at.announce();
    await at.told(2);
    expect(at.error).toHaveBeenCalled();
    const after = await at.pids();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    await at.announce();
    await at.told(3);
    await at.close();
    expect(at.news).toHaveBeenCalledTimes(3);
  });

  it('reconnects when a new channel is refused, and gets its messages then', async () => {
    const admit = refuseListens();
    const at = await listening();
    expect(at.error).toHaveBeenCalledTimes(1);
    admit();
    await at.told(2);
    await at.announce();
    await at.told(3);
    await at.close();
    expect(at.error).toHaveBeenCalledTimes(1);
  });

  it('that is refused its channels after a reconnection tries again, and leaves no connection open', async () => {
    const at = await listening();
    const admit = refuseListens();
    await other.query('select pg_terminate_backend($1)', await at.pids());
    // The broken connection, and two that were refused.
    await vi.waitUntil(() => at.error.mock.calls.length >= 3);
    admit();
    await at.told(2);
    expect(await at.pids()).toHaveLength(1);
    await at.announce();
    await at.told(3);
    await at.close();
  });

  it('that cannot connect reports each failed attempt until it is closed', async () => {
    const error = vi.fn();
    const news = vi.fn();
    const listener = await listen({ ...connection, database: 'nowhere' }, { connected: news, message: news, error });
    expect(error.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('nowhere') });
    await vi.waitUntil(() => error.mock.calls.length >= 2);
    await listener.close();
    expect(news).not.toHaveBeenCalled();
  });

  it('that is closed leaves no connection and gets no further message', async () => {
    const at = await listening();
    await at.close();
    await vi.waitUntil(async () => (await at.pids()).length === 0);
    await at.announce();
    expect(at.news).toHaveBeenCalledTimes(1);
    expect(at.error).not.toHaveBeenCalled();
  });

  it('that is closed before its reconnection does not reconnect', async () => {
    const at = await listening();
    const pids = await at.pids();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await other.query('select pg_terminate_backend($1)', pids);
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
      await at.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(await at.pids()).toEqual([]);
    expect(at.news).toHaveBeenCalledTimes(1);
  });

  it('reconnects when its network falls silent, and closes even when the database does not answer', async () => {
    const proxy = await aProxy(connection);
    const channel = `news ${randomBytes(4).toString('hex')}`;
    const news = vi.fn();
    const error = vi.fn();
    const listener = await listen(proxy.connection, { connected: news, message: news, error }, 300);
    await listener.add(channel);
    proxy.silence();
    await vi.waitUntil(() => news.mock.calls.length >= 2);
    expect(error).toHaveBeenCalled();
    await other.query('select pg_notify($1, $2)', [channel, '']);
    await vi.waitUntil(() => news.mock.calls.length >= 3);
    proxy.silence('all');
    await listener.close();
    await proxy.close();
  });
});
