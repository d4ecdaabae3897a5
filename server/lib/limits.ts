import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from './errors.ts';

const TOO_MANY = 'Too many requests. Please try again later.';
const FREE_FAILURES = 5;
const LONGEST_WAIT_S = 15 * 60;
const DAY_S = 24 * 3600;

export type Limits = {
  /**
   * Counts one call; refuses with `rate_limited` once there were `calls` of them within `seconds`.
   * @param cost how many calls this one counts as
   */
  take(name: string, ip: string, rule: { calls: number; seconds: number }, cost?: number): Promise<void>;
  /** Refuses while this account's last failures from there still ask for patience. */
  refuseWhileWaiting(account: string, ip: string): Promise<void>;
  /** After five failures each further one doubles the wait, up to 15 minutes. */
  noteFailure(account: string, ip: string): Promise<void>;
  forgetFailures(account: string, ip: string): Promise<void>;
};

/** One visitor: an IPv4 address, or a /64 of IPv6, which is what one connection gets. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.split('%', 1).join('').toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const rest = tail ? tail.split(':').length : 0;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0');
  const all = [...groups, ...zeros, ...(tail ? tail.split(':') : [])];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const seconds = (result: RateLimiterRes) => Math.max(1, Math.ceil(result.msBeforeNext / 1000));

/**
 * Counters in PostgreSQL, shared by all instances and kept over restarts (design: limits; threats T26, T31 to T33).
 * The account counter is kept per account and network: failing on purpose never locks the owner out elsewhere.
 */
export function createLimits(pool: Pool): Limits {
  const store = {
    storeClient: { query: (query: Parameters<Pool['query']>[0]) => pool.query(query) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  };
  const byRule = new Map<string, RateLimiterPostgres>();
  const limiterOf = (name: string, calls: number, duration: number) => {
    const known = byRule.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({ ...store, keyPrefix: name, points: calls, duration });
    byRule.set(name, limiter);
    return limiter;
  };
  const failures = new RateLimiterPostgres({ ...store, keyPrefix: 'login_failures', points: 1e9, duration: DAY_S });
  const waits = new RateLimiterPostgres({ ...store, keyPrefix: 'login_wait', points: 0, duration: LONGEST_WAIT_S });
  const both = (account: string, ip: string) => `${account.slice(0, 150)} ${networkOf(ip)}`;

  return {
    async take(name, ip, rule, cost = 1) {
      try {
        await limiterOf(name, rule.calls, rule.seconds).consume(networkOf(ip), cost);
      } catch (error) {
        if (error instanceof Error) throw error;
        throw new DomainError('rate_limited', TOO_MANY, undefined, seconds(error as RateLimiterRes));
      }
    },
    async refuseWhileWaiting(account, ip) {
      const wait = await waits.get(both(account, ip));
      if (wait && wait.msBeforeNext > 0) throw new DomainError('rate_limited', TOO_MANY, undefined, seconds(wait));
    },
    async noteFailure(account, ip) {
      const key = both(account, ip);
      const { consumedPoints } = await failures.consume(key);
      if (consumedPoints < FREE_FAILURES) return;
      await waits.block(key, Math.min(LONGEST_WAIT_S, 2 ** (consumedPoints - FREE_FAILURES)));
    },
    async forgetFailures(account, ip) {
      const key = both(account, ip);
      await Promise.all([failures.delete(key), waits.delete(key)]);
    },
  };
}

/** No limits at all: for load tests only. */
export const unlimited: Limits = {
  take: async () => undefined,
  refuseWhileWaiting: async () => undefined,
  noteFailure: async () => undefined,
  forgetFailures: async () => undefined,
};
