declare global {
  interface Window {
    /** The last button that was pressed before hydration, noted by the start script; null after hydration. */
    earlyPress?: HTMLElement | null;
  }
}

/** Repeats the press on a button that came before hydration. Called once, by the page's first effect. */
export function repeatEarlyPress(): void {
  const button = window.earlyPress;
  window.earlyPress = null;
  if (button?.isConnected) button.click();
}
