import { sentKeys } from './early-keys.stored.ts';

let kept = '';
let stop: (() => void) | null = null;

/**
 * Keeps the letters that are typed between opening a field and its focus: they neither get lost nor reach a field or the shortcuts of
 * the page. `takeEarlyKeys` ends it.
 */
export function keepEarlyKeys(): void {
  if (stop) return;
  const keep = (event: KeyboardEvent) => {
    // Escape ends the opening, also of a document.
    if (event.key === 'Escape') return void takeEarlyKeys();
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept += event.key;
  };
  window.addEventListener('keydown', keep, { capture: true });
  stop = () => window.removeEventListener('keydown', keep, { capture: true });
}

/** Ends the keeping, and returns the letters. */
export function takeEarlyKeys(): string {
  stop?.();
  stop = null;
  const letters = kept;
  kept = '';
  return letters;
}

const send = () => sentKeys.write(takeEarlyKeys());

/** Keeps letters for a field of the document that the caller loads now. */
export function sendEarlyKeys(): void {
  keepEarlyKeys();
  window.addEventListener('pagehide', send, { once: true });
}

/** Goes on with what the document before this one has sent. */
export function receiveEarlyKeys(): void {
  const sent = sentKeys.read();
  sentKeys.write(null);
  keepEarlyKeys();
  if (typeof sent === 'string') kept = sent + kept;
}
