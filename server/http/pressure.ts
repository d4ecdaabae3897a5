import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../lib/errors.ts';

/** How often the delay of the event loop is measured. */
const INTERVAL_MS = 1_000;
/** One late interval is a hiccup, which a small machine has now and then; the second one is a load. */
const LATE_INTERVALS = 2;

/** Counts the late intervals in a row. A delay of Infinity is a block that left no measurement. */
export function lateIntervals(longestDelayMs: number) {
  let inARow = 0;
  return {
    add(delayMs: number): void {
      inARow = delayMs > longestDelayMs ? inARow + 1 : 0;
    },
    isOverloaded: () => inARow >= LATE_INTERVALS,
  };
}

/**
 * Refuses calls with 503 and Retry-After while the event loop is late.
 * @param longestDelayMs 0 refuses none
 * @param isExempt is true for what is answered even then
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  longestDelayMs: number,
  isExempt: (request: FastifyRequest) => boolean,
): Promise<void> {
  if (longestDelayMs === 0) return;
  const late = lateIntervals(longestDelayMs);
  await app.register(underPressure, {
    // The delay alone: a busy loop that still answers within milliseconds refuses no call.
    maxEventLoopDelay: longestDelayMs,
    sampleInterval: INTERVAL_MS,
    pressureHandler: (request) => {
      if (isExempt(request) || !late.isOverloaded()) return;
      throw new DomainError('unavailable', 'The server is busy. Please try again.', undefined, 5);
    },
  });
  // Runs right after the plugin's own timer, which has the same length and was started before.
  const timer = setInterval(() => late.add(app.memoryUsage().eventLoopDelay), INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
