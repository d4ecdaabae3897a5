import autocannon from 'autocannon';
import { cpuOf, cpuOfFamily } from './processes.ts';

/** The calls that one measurement sends. */
export type Load = Omit<autocannon.Options, 'connections' | 'duration'>;
/** The processes that answer, by their ids. */
export type Answering = { node: number; postmaster: number };

/** Requests per second, the time of an answer in ms, and the CPU time of a request in ms. */
export type Measured = { rate: number; p50: number; p99: number; nodeMs: number; postgresMs: number };

const LONGEST_SECONDS = 30;

/**
 * Sends calls for some seconds, each connection one at a time; for longer when nothing is answered in that time.
 * @throws Error when an answer is an error
 */
export async function measure(
  load: Load,
  by: Answering,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const before = { node: cpuOf(by.node), postgres: cpuOfFamily(by.postmaster) };
  const result = await autocannon({ ...load, connections, duration: seconds });
  const after = { node: cpuOf(by.node), postgres: cpuOfFamily(by.postmaster) };
  const answered = result['2xx'];
  if (result.non2xx || result.errors)
    throw new Error(`${load.url}: ${answered} answered, ${result.non2xx} refused, ${result.errors} failed`);
  if (!answered) {
    if (seconds > LONGEST_SECONDS) throw new Error(`${load.url}: no answer in ${seconds} seconds`);
    return measure(load, by, { connections, seconds: seconds * 2 });
  }
  return {
    rate: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    nodeMs: (after.node - before.node) / answered,
    postgresMs: (after.postgres - before.postgres) / answered,
  };
}

/** The middle one; the upper of the two middle ones of an even number. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The value that `share` of the values do not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;

/** The median of each figure over several rounds. */
export function medianOf(rounds: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs') };
}

/** A figure without its decimals, as the tables show it. */
export const whole = (n: number): string => Math.round(n).toLocaleString('en-US');
