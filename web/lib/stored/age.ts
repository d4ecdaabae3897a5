/** In milliseconds: how far the server's clock is ahead of this device's; null until the server has answered. */
let ahead: number | null = null;

/** Takes the server's time from the `Date` header of an answer that arrives now. */
export function noteServerTime(date: string | null): void {
  const time = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/**
 * Whether a time that began at `since` is over. A phone's clock may be days ahead, and must not hide what is kept: it counts only
 * when the server's clock says the same.
 * @param since in milliseconds since 1970, by this device's clock
 * @param length in milliseconds
 */
export function isOver(since: number, length: number, now = Date.now()): boolean {
  return now - since > length && ahead !== null && now + ahead - since > length;
}

/** In milliseconds: how long the server's time is waited for. */
const PATIENCE_MS = 3_000;

/** Asks the server for its time. Without a quick answer, nothing is known about it. */
export async function askServerTime(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch('/api/health', { cache: 'no-store', signal }).catch(() => null);
  noteServerTime(answer?.headers.get('date') ?? null);
}
