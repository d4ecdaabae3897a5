/** Twice as long an input may cost this much more: less than the four times of a cost that grows with the square. */
const GROWTH = 3;
const RUNS = 10;

/**
 * The CPU time of this process, all threads, in milliseconds: the least of several runs, because a run may include a garbage collection.
 * @param enough ends the runs: one that costs no more than this
 */
export async function cpuOf(run: () => unknown, enough: number, runs = RUNS): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < runs && least > enough; turn += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * Whether the cost of an input grows faster than its length, on a machine of any speed.
 * @param cheap in milliseconds: what costs no more than this is not looked at further
 * @param half makes the run of half the input, when it is needed
 * @returns what was measured; null when all is well
 */
export async function steepCost(
  cheap: number,
  whole: () => unknown,
  half: () => () => unknown,
): Promise<string | null> {
  if ((await cpuOf(whole, cheap)) <= cheap) return null;
  const all = await cpuOf(whole, 0);
  const part = await cpuOf(half(), 0);
  return all > GROWTH * part ? `${Math.round(all)} ms, and half of it ${Math.round(part)} ms` : null;
}
