import { setTimeout as wait } from 'node:timers/promises';

/** A sender that has had one email for longer lets another sender begin, in milliseconds. */
const SLOW_MS = 3_000;
/** At most ten emails a second: calls from people come first, and many mail servers refuse a faster client. */
const PACE_MS = 100;

/** Waits its turn, so that all senders together keep the pace. */
export function createPace(stopping: AbortSignal): () => Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  return async () => {
    const mine = turn;
    turn = turn.then(() => wait(PACE_MS, null, { signal: stopping })).catch(() => null);
    await mine;
  };
}

/** How a queue finds and sends its emails. */
type Work<Mail> = {
  /** The most senders at a time. */
  most: number;
  /** Takes the next email. */
  take: () => Promise<Mail | undefined>;
  /** @returns whether the server takes no email at the moment, so that trying another one is pointless */
  send: (mail: Mail) => Promise<{ isAway: boolean }>;
  fail: (error: unknown) => void;
  stopping: AbortSignal;
  slowMs?: number | undefined;
};

export type Senders = {
  /** Says that an email may be due. */
  wake(): void;
  /** Waits until no email is being sent and none was due. */
  idle(): Promise<void>;
};

/**
 * Sends the emails of a queue one after the other, because many mail servers take few connections at a time. A sender that gets no answer
 * does not hold up the rest: another one begins beside it.
 */
export function createSenders<Mail>({ most, take, send, fail, stopping, slowMs = SLOW_MS }: Work<Mail>): Senders {
  const working = new Set<Promise<void>>();
  let slow = 0;
  let isWoken = false;

  async function deliver(mail: Mail): Promise<{ isAway: boolean }> {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += 1;
      begin();
    }, slowMs);
    try {
      return await send(mail);
    } finally {
      clearTimeout(timer);
      if (isSlow) slow -= 1;
    }
  }

  async function work(): Promise<void> {
    while (!stopping.aborted) {
      isWoken = false;
      const mail = await take();
      if (!mail && !isWoken) return;
      if (mail && (await deliver(mail)).isAway) return;
    }
  }

  function begin(): void {
    if (stopping.aborted || working.size >= most || working.size > slow) return;
    const done: Promise<void> = work()
      .catch((error: unknown) => {
        if (!stopping.aborted) fail(error);
      })
      .finally(() => {
        working.delete(done);
        // Woken after it had looked for the last time.
        if (isWoken) begin();
      });
    working.add(done);
  }

  return {
    wake() {
      isWoken = true;
      begin();
    },
    async idle() {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
