import type { Pool } from 'pg';
import { createCounters } from './counters.ts';
import { DomainError } from './errors.ts';
import { networkOf, siteOf } from './networks.ts';

const TOO_MANY = 'Too many requests. Please try again later.';
const FREE_FAILURES = 5;
const LONGEST_WAIT_S = 15 * 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The factor for a /48 of IPv6, which has 65,536 networks: three times the limit of one network. */
const SITE_FACTOR = 3;
/** The failed sign-ins to one account per hour, from all networks together that have never signed in to it. */
const STRANGERS_FAILURES = 30;
/** After a count that could not be stored, the next ones are expected to fail for this long. */
const FAILURE_COUNTS_MS = 10_000;
const PROBE_EVERY_MS = 1_000;

/**
 * More than any person does with one account. Writes: a bulk action and an update from the outbox are one each. Streams: each page that is
 * loaded opens one for all its tabs.
 */
const OF_ACCOUNT = { writes: { calls: 240, seconds: 60 }, streams: { calls: 300, seconds: 60 } };

export type Limits = {
  /**
   * Counts one call; refuses with `rate_limited` when more than `calls` were counted within `seconds`.
   * @param cost how many calls this one counts as
   */
  take(name: string, ip: string, rule: { calls: number; seconds: number }, cost?: number): Promise<void>;
  /**
   * Counts a call of this account that leaves something behind, or opens a stream; refuses with `rate_limited` after 240 writes or 300
   * streams in a minute.
   */
  takeOf(userId: number, what: keyof typeof OF_ACCOUNT): Promise<void>;
  /** Counts a call without refusing it. Resolves to the calls of this network within `seconds`, this one included. */
  count(name: string, ip: string, seconds: number): Promise<number>;
  /** Refuses while the wait after failed sign-ins to this account from this network lasts. */
  refuseWhileWaiting(account: string, ip: string): Promise<void>;
  /** Refuses while this account has too many failed sign-ins, except for networks that have signed in to it before. */
  refuseStrangers(account: string): Promise<void>;
  /** Counts a failed sign-in. After five, each further failure doubles the wait on this network, up to 15 minutes. */
  noteFailure(account: string, ip: string, from: 'known network' | 'strange network'): Promise<void>;
  forgetFailures(account: string, ip: string): Promise<void>;
  /** Rejects while counts cannot be stored. */
  probe(): Promise<void>;
};

const accountKey = (account: string) => account.slice(0, 150);
const both = (account: string, ip: string) => `${accountKey(account)} ${networkOf(ip)}`;

/**
 * The limits on visitors (threats T26, T31 to T33, T60). Failures are counted per account and network, so that deliberate
 * failures never lock an owner out of a network from which the owner has signed in before.
 * @param now the time that instances share
 */
export function createLimits(pool: Pool, now: () => Date): Limits {
  const counters = createCounters(pool, now);
  const failures = counters.of('login_failures', DAY_S);
  const waits = counters.of('login_wait', LONGEST_WAIT_S);
  const strangers = counters.of('login_strangers', HOUR_S);
  const probes = counters.of('probe', 60);
  let probed: { at: number; result: Promise<void> } | undefined;

  const tooMany = (leftMs: number) =>
    new DomainError('rate_limited', TOO_MANY, undefined, Math.max(1, Math.ceil(leftMs / 1000)));

  const refuseAfterFailure = () => {
    if (now().getTime() - counters.failedAt < FAILURE_COUNTS_MS) throw new Error('a count could not be stored');
  };
  async function probe(): Promise<void> {
    // A new key each minute makes the probe insert a row, as a new visitor's call does.
    await probes.add(String(Math.floor(now().getTime() / 60_000)));
  }

  return {
    async take(name, ip, { calls, seconds }, cost = 1) {
      const counter = counters.of(name, seconds);
      const { count, leftMs } = await counter.add(networkOf(ip), cost);
      if (count > calls) throw tooMany(leftMs);
      const site = siteOf(ip);
      if (site === null) return;
      const whole = await counter.add(site, cost);
      if (whole.count > calls * SITE_FACTOR) throw tooMany(whole.leftMs);
    },
    async takeOf(userId, what) {
      const { calls, seconds } = OF_ACCOUNT[what];
      const { count, leftMs } = await counters.of(what, seconds).add(String(userId));
      if (count > calls) throw tooMany(leftMs);
    },
    async count(name, ip, seconds) {
      return (await counters.of(name, seconds).add(networkOf(ip))).count;
    },
    async refuseWhileWaiting(account, ip) {
      const { leftMs } = await waits.read(both(account, ip));
      if (leftMs > 0) throw tooMany(leftMs);
    },
    async refuseStrangers(account) {
      const { count, leftMs } = await strangers.read(accountKey(account));
      if (count >= STRANGERS_FAILURES) throw tooMany(leftMs);
    },
    async noteFailure(account, ip, from) {
      if (from === 'strange network') await strangers.add(accountKey(account));
      const key = both(account, ip);
      const { count } = await failures.add(key);
      if (count < FREE_FAILURES) return;
      await waits.hold(key, Math.min(LONGEST_WAIT_S, 2 ** (count - FREE_FAILURES)));
    },
    async forgetFailures(account, ip) {
      const key = both(account, ip);
      await Promise.all([failures.forget(key), waits.forget(key)]);
    },
    async probe() {
      refuseAfterFailure();
      const at = now().getTime();
      if (!probed || Math.abs(at - probed.at) > PROBE_EVERY_MS) probed = { at, result: probe() };
      await probed.result;
      refuseAfterFailure();
    },
  };
}

/** No limits at all: for load tests only. */
export const unlimited: Limits = {
  take: async () => undefined,
  takeOf: async () => undefined,
  count: async () => 0,
  refuseWhileWaiting: async () => undefined,
  refuseStrangers: async () => undefined,
  noteFailure: async () => undefined,
  forgetFailures: async () => undefined,
  probe: async () => undefined,
};
