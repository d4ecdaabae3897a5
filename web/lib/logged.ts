import { ApiError } from './api-client.ts';

/**
 * Logs the failure of a call to the console (spec §8). Says nothing of a call that was given up, and nothing of the end of the session,
 * which is no failure of the call.
 * @param text what failed
 */
export function logFailure(text: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  const isUnreachable = error instanceof ApiError && error.status === 0;
  // biome-ignore lint/suspicious/noConsole: it is for the log (spec §8).
  (isUnreachable ? console.warn : console.error)(text, error);
}

/** The answer of a call, whose failure is logged as well. */
export async function logged<T>(text: string, answer: Promise<T>, signal: AbortSignal): Promise<T> {
  answer.catch((error: unknown) => signal.aborted || logFailure(text, error));
  return answer;
}
