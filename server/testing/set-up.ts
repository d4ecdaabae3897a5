import { afterAll, afterEach, beforeEach } from 'vitest';
import { endApps, runningApps } from './programs/process.ts';
import './waits.ts';

/** Before each file of tests: waits that only a hang exceeds, and no app outlives the test or the file that started it. */

let before: ReturnType<typeof runningApps>;
beforeEach(() => {
  before = runningApps();
});
afterEach(() => endApps(before));
afterAll(() => endApps());
