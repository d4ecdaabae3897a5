/** In milliseconds: how long a try may go without a byte sent, and without an answer once everything is sent. */
export const IDLE_LIMITS = { sending: 30_000, answering: 60_000 };

/**
 * Aborts a call whose connection hangs: it accepts and never answers, as at the edge of a network. A call that makes progress may
 * take as long as it needs (spec §7: no client timeout).
 */
export function abortWhenIdle(request: XMLHttpRequest, limits = IDLE_LIMITS): void {
  let timer: ReturnType<typeof setTimeout>;
  const expect = (limit: number) => () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), limit);
  };
  request.upload.addEventListener('loadstart', expect(limits.sending));
  request.upload.addEventListener('progress', expect(limits.sending));
  request.upload.addEventListener('load', expect(limits.answering));
  request.addEventListener('progress', expect(limits.answering));
  request.addEventListener('loadend', () => clearTimeout(timer));
}
