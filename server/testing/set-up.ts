import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { endApps, runningApps } from './process.ts';

/** Before each file of tests: waits that only a hang exceeds, and no app outlives the test or the file that started it. */

type Wait = { timeout?: number; interval?: number };
const patient = (options: Wait | number | undefined): Wait => ({
  timeout: 120_000,
  ...(typeof options === 'number' ? { timeout: options } : options),
});
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

let before: ReturnType<typeof runningApps>;
beforeEach(() => {
  before = runningApps();
});
afterEach(() => endApps(before));
afterAll(() => endApps());
