import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux hands out itself (32,768 and up). A port of that range can be gone again before a program that takes
 * seconds to start listens on it. Above 10,080, the last port that browsers refuse.
 */
const FIRST = 11_000;
/** Processes of tests run at the same moment. Each has ports of its own. */
const PROCESSES = 210;
const EACH = 100;

let taken = 0;

/** A port of 127.0.0.1 that is free, and that no other test gets before this process has asked 100 times. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries += 1) {
    const port = FIRST + (process.pid % PROCESSES) * EACH + (taken++ % EACH);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free for this process of tests.');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
