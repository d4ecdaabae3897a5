import { setTimeout as wait } from 'node:timers/promises';

/** How long a disk may take for an answer when the process ends, in milliseconds. */
export const HUNG_MS = 1_000;

const isWaiting = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/**
 * Ends the process at once when a disk owes it an answer. An exit waits for every thread, and a thread waits for a disk that hangs, such as
 * that of the backups, without an end. Only the signal that nobody handles ends it then.
 */
export async function endWithoutDisk(): Promise<void> {
  if (isWaiting()) await wait(HUNG_MS);
  if (!isWaiting()) return;
  process.stderr.write('Switchboard ends although a disk does not answer.\n');
  process.kill(process.pid, 'SIGKILL');
}
