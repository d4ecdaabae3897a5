/** How long this instance waits before it gives up, in milliseconds. */
export type Patience = {
  /** For a statement of the database, or a transaction that does nothing. A silent connection is replaced a second later. */
  statementMs: number;
  /** For a free connection to the database. */
  connectionMs: number;
  /** For the database's answer to a readiness check. */
  readinessMs: number;
  /** For a remote store of files that neither takes nor sends a byte. */
  storeMs: number;
  /** For a visitor who neither sends nor reads. */
  silenceMs: number;
  /** Calls are refused while the event loop is later than this for longer than a moment (server/http/pressure.ts); 0 refuses none. */
  loopDelayMs: number;
};

const USUAL: Patience = {
  statementMs: 5_000,
  connectionMs: 4_000,
  readinessMs: 2_000,
  storeMs: 5_000,
  silenceMs: 8_000,
  loopDelayMs: 1_000,
};

/**
 * The limits of this instance.
 * @param seconds for machines that are slow for another reason than too many calls, such as a test's: every wait has this length,
 *   and a late event loop refuses nothing; the usual limits when left out
 */
export function patienceOf(seconds?: number): Patience {
  if (seconds === undefined) return USUAL;
  const wait = seconds * 1_000;
  return { statementMs: wait, connectionMs: wait, readinessMs: wait, storeMs: wait, silenceMs: wait, loopDelayMs: 0 };
}

/** The result of `work`, or this error when it takes longer. The work goes on: it is what nobody can call off. */
export function inTime<T>(work: Promise<T>, ms: number, late = new Error('it took too long')): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late), ms);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
