declare global {
  interface Window {
    /** The last button that was pressed before the page's script was here; null once it is. Noted by the start script. */
    earlyPress?: HTMLElement | null;
  }
}

/** For the page's first effect: does what a button was pressed for before anybody listened to it. From then on they all do. */
export function repeatEarlyPress(): void {
  const button = window.earlyPress;
  window.earlyPress = null;
  if (button?.isConnected) button.click();
}
