import { isOver } from '../../stored/age.ts';
import { isReused, KEY_KNOWN } from './idempotency.ts';
import { storedSentDrafts } from './sent-drafts.stored.ts';

type Sent = { draft: string; key: string; at: number };

/** More than anyone sends while another tab still shows the same draft. */
const REMEMBERED = 8;

const isSent = (value: unknown): value is Sent => {
  const { draft, key, at } = { ...(value as Partial<Sent> | null) };
  return typeof draft === 'string' && typeof key === 'string' && typeof at === 'number' && !isOver(at, KEY_KNOWN);
};

function readSent(): readonly Sent[] {
  const kept = storedSentDrafts.read();
  return Array.isArray(kept) ? kept.filter(isSent) : [];
}

type SendableDraft = {
  /** The same in each tab that shows the draft. */
  id: () => string;
  /** The Idempotency-Key of the next try. */
  nextKey: () => string;
  /** Makes what is in the form a draft of its own, with another id and without tries. */
  renew: () => void;
};

/**
 * Sends a draft, which another tab of this browser may show as well. When that tab has sent it, the server answers with what it
 * answered then, under the same key; what was edited since then it knows from it, and that is sent as a draft of its own.
 * @returns the answer, and whether it is a repeated one
 */
export async function sendOnce<T>(draft: SendableDraft, send: (key: string) => Promise<T>) {
  const sent = readSent().find((known) => known.draft === draft.id());
  if (sent) {
    try {
      return { answer: await send(sent.key), isRepeat: true };
    } catch (error) {
      if (!isReused(error)) throw error;
      draft.renew();
    }
  }
  const key = draft.nextKey();
  const answer = await send(key);
  storedSentDrafts.write([...readSent(), { draft: draft.id(), key, at: Date.now() }].slice(-REMEMBERED));
  return { answer, isRepeat: false };
}
