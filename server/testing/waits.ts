import { vi } from 'vitest';

/** Lets `vi` wait as long as only a hang takes. Set once for each worker, which runs many files. */

type Wait = { timeout?: number; interval?: number };
const patient = (options: Wait | number | undefined): Wait => ({
  timeout: 120_000,
  ...(typeof options === 'number' ? { timeout: options } : options),
});
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
