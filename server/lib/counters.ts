import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { CLOCKS_MS } from './ahead.ts';

const UNLIMITED = 1e9;
/** The library's numbers above this are times, in milliseconds since 1970. Smaller ones are counts or durations. */
const A_MOMENT = 1e12;

/** How often something was counted, and the milliseconds until the counter expires. */
export type Count = { count: number; leftMs: number };
export type Counter = {
  /** Adds one, or `times`. */
  add(key: string, times?: number): Promise<Count>;
  read(key: string): Promise<Count>;
  /** Sets the counter to one for the given seconds from now. */
  hold(key: string, seconds: number): Promise<void>;
  forget(key: string): Promise<void>;
};
export type Counters = {
  /** The counter with this name. It expires after the given seconds. */
  of(name: string, seconds: number): Counter;
  /** The moment of the last count that could not be stored, in milliseconds since 1970; 0 when there was none. */
  readonly failedAt: number;
};

const none: Count = { count: 0, leftMs: 0 };

/** Whether the database answers but cannot store: its disk is full or broken, or it is read-only. */
const cannotStore = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(25006|53[12]00|58030)$/.test(String(error.code));

/** Translates between this machine's clock, which the library reads, and the shared time of `now`, which is stored. */
function inSharedTime(pool: Pool, now: () => Date) {
  const isMoment = (value: unknown): value is number => typeof value === 'number' && value > A_MOMENT;
  return {
    async query(query: { name?: string; text: string; values: unknown[] }) {
      const ahead = Math.round(now().getTime() - Date.now());
      const values = query.values.map((value) => (isMoment(value) ? value + ahead : value));
      const { rows, rowCount } = await pool.query<{ points: number; expire: string }>({ ...query, values });
      return { rowCount, rows: rows.map(({ points, expire }) => ({ points, expire: Number(expire) - ahead })) };
    },
  };
}

/**
 * Counters in PostgreSQL, shared by all instances and kept over restarts. While the database cannot store, this process
 * counts in its memory (threats T26, T31 to T33). A stored count that expires later than its counter allows comes from a
 * wrong clock, and counts as expired.
 * @param now the time that instances share
 */
export function createCounters(pool: Pool, now: () => Date): Counters {
  let failedAt = 0;
  const client = inSharedTime(pool, now);
  const known = new Map<string, Counter>();

  function create(name: string, seconds: number): Counter {
    const options = { keyPrefix: name, points: UNLIMITED, duration: seconds };
    const memory = new RateLimiterMemory(options);
    const store = new RateLimiterPostgres({
      ...options,
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
    const isPlausible = (result: RateLimiterRes) => result.msBeforeNext <= seconds * 1000 + CLOCKS_MS;
    const countOf = (result: RateLimiterRes | null): Count =>
      result && isPlausible(result) ? { count: result.consumedPoints, leftMs: result.msBeforeNext } : none;
    const orInMemory = async <T>(stored: () => Promise<T>, remembered: () => Promise<T>): Promise<T> => {
      try {
        return await stored();
      } catch (error) {
        if (!cannotStore(error)) throw error;
        failedAt = now().getTime();
        return remembered();
      }
    };
    return {
      async add(key, times = 1) {
        const first = await orInMemory(
          () => store.consume(key, times),
          () => memory.consume(key, times),
        );
        if (isPlausible(first)) return countOf(first);
        await store.delete(key);
        return countOf(await store.consume(key, times));
      },
      async read(key) {
        const [stored, remembered] = [countOf(await store.get(key)), countOf(await memory.get(key))];
        return stored.leftMs >= remembered.leftMs ? stored : remembered;
      },
      async hold(key, holdSeconds) {
        await orInMemory(
          () => store.block(key, holdSeconds),
          () => memory.block(key, holdSeconds),
        );
      },
      async forget(key) {
        await memory.delete(key);
        await orInMemory(
          () => store.delete(key),
          async () => true,
        );
      },
    };
  }

  return {
    of(name, seconds) {
      const counter = known.get(name) ?? create(name, seconds);
      known.set(name, counter);
      return counter;
    },
    get failedAt() {
      return failedAt;
    },
  };
}
