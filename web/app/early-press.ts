declare global {
  interface Window {
    /** The last button that was pressed before hydration, or whose form was sent with Enter, noted by the start script; null after hydration. */
    earlyPress?: HTMLElement | null;
  }
}

let unheard: HTMLElement | null | undefined;

/**
 * Takes the press that nobody heard. Called in the task that starts the hydration: React handles each later press itself, even one
 * that comes before its first effect.
 */
export function takeEarlyPress(): void {
  unheard = window.earlyPress;
}

/** Repeats the press that was taken, once. Called by the page's first effect. */
export function repeatEarlyPress(): void {
  const button = unheard;
  unheard = null;
  window.earlyPress = null;
  // After the render that enables the buttons of forms.
  setTimeout(() => button?.isConnected && button.click());
}
