import { api } from '#contract/api.ts';
import { call } from '../api-client.ts';
import { addToRegister } from '../stored/stored.ts';
import { entriesOf } from './entries.ts';
import { keepProof } from './hand-over.ts';
import { abortWhenIdle } from './idle-watch.ts';
import { lock } from './lock.ts';
import { createOutbox, type Outbox, type Outcome } from './outbox.ts';

/** In milliseconds: the waits between tries while there is no answer. The last one repeats. */
const WAITS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;

const channelOf = (userId: number) => new BroadcastChannel(`outbox ${userId}`);
type Message = { outcome: Outcome | null };

/** An error as another tab can receive it: a class does not survive the way. */
const withoutError = (outcome: Outcome | null): Outcome | null =>
  outcome && 'error' in outcome ? { ...outcome, error: null } : outcome;

let current: Outbox | null = null;
let channel: BroadcastChannel | null = null;

/** The outbox of the user who is signed in, in this tab. */
export function outboxOf(userId: number): Outbox {
  if (current?.userId === userId) return current;
  close();
  void keepProof(userId);
  const tabs = channelOf(userId);
  const outbox = createOutbox({
    userId,
    entries: entriesOf(userId),
    send: ({ requestId, body, files, key }, options) =>
      call(
        api.requests.updateWithFiles,
        { params: { id: String(requestId) }, body, files: [...files], idempotencyKey: key },
        { ...options, watch: abortWhenIdle },
      ),
    lock,
    now: Date.now,
    tell: (outcome) => tabs.postMessage({ outcome: withoutError(outcome) } satisfies Message),
  });
  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    const { outcome } = data;
    // A failure in another tab is that tab's to show. The entry that has arrived is gone here first: a form may keep its own then.
    void outbox.load().then(() => outcome?.kind === 'arrived' && outbox.hear(outcome));
  };
  current = outbox;
  channel = tabs;
  return outbox;
}

/** Ends this tab's outbox, because its user has signed out or another one has signed in. What it holds stays stored. */
function close(): void {
  current?.close();
  channel?.close();
  current = null;
  channel = null;
}
addToRegister({
  endsWith: 'another-user',
  end: (userId) => {
    if (current && current.userId !== userId) close();
  },
});

/**
 * Sends what waits: now, when the connection is back, when the user looks at the page again, and after waits that grow while
 * there is no answer or the files cannot be read.
 * @returns a function that ends it
 */
export function sendWhenPossible(outbox: Outbox): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const go = async () => {
    clearTimeout(timer);
    await outbox.load();
    if (!isOver) await outbox.deliverAll();
  };
  const goAgain = () => {
    failures = 0;
    void go();
  };
  const look = () => document.visibilityState === 'visible' && goAgain();
  const stopListening = outbox.listen(({ kind }) => {
    if (kind !== 'lost' && kind !== 'unreadable') return;
    clearTimeout(timer);
    timer = setTimeout(() => void go(), WAITS[Math.min(failures, WAITS.length - 1)]);
    failures += 1;
  });
  window.addEventListener('online', goAgain);
  document.addEventListener('visibilitychange', look);
  void go();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopListening();
    window.removeEventListener('online', goAgain);
    document.removeEventListener('visibilitychange', look);
  };
}
