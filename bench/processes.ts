import { readdirSync, readFileSync } from 'node:fs';

/** What /proc says about running processes. */

const TICK_MS = 10;

type Stat = { parent: number; ownMs: number; childrenMs: number };

/** Zeros when the process has ended. */
function statOf(pid: number): Stat {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    const ms = (...at: number[]) => at.reduce((sum, field) => sum + Number(fields[field]) * TICK_MS, 0);
    return { parent: Number(fields[1]), ownMs: ms(11, 12), childrenMs: ms(13, 14) };
  } catch {
    return { parent: 0, ownMs: 0, childrenMs: 0 };
  }
}

/** The CPU time of a process in ms. */
export const cpuOf = (pid: number): number => statOf(pid).ownMs;

/** The CPU time that the ended children of a process took, in ms. */
export const cpuOfEnded = (pid: number): number => statOf(pid).childrenMs;

/** The CPU time of a process with all of its children, in ms. */
export function cpuOfFamily(root: number): number {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.reduce((sum, pid) => {
    const { parent, ownMs, childrenMs } = statOf(pid);
    return pid === root || parent === root ? sum + ownMs + childrenMs : sum;
  }, 0);
}

/** The resident memory of a process in MB: now, and the most it ever had. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

/** The resident memory in MB of a process and its children, without one of them. */
export function memoryOfFamily(root: number, without: number): number {
  const isOfIt = (pid: number) => pid === root || (statOf(pid).parent === root && pid !== without);
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter(isOfIt).reduce((sum, pid) => sum + memoryOf(pid).now, 0);
}
