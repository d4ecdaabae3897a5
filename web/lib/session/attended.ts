/** In milliseconds: how long somebody counts as present after a key, a press or a move. */
const PRESENT_MS = 60_000;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'];

// Opening the page was an act of somebody.
let lastInput = Date.now();
const note = () => {
  lastInput = Date.now();
};
for (const input of INPUTS) globalThis.window?.addEventListener(input, note, { capture: true, passive: true });

/**
 * Whether somebody has just used this page. An open page also calls by itself, to stay fresh: such calls must not keep the
 * session of an empty desk alive (threats T17).
 */
export const isAttended = (): boolean => Date.now() - lastInput < PRESENT_MS;
