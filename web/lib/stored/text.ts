/** Storage may be blocked, full, or absent on the server. Nothing is stored then, and the page works without it. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/**
 * A text in the storage of the tab or of the device, for every page: this file is all that a public page starts with. Anything
 * with a life or an end of its own is declared with `defineStored`.
 */
export function storedText(key: string, area: 'localStorage' | 'sessionStorage' = 'localStorage') {
  return {
    /** Null when nothing is stored. */
    read: (): string | null => attempt(() => globalThis[area].getItem(key)),
    /** Stores a text; null removes it. */
    write: (text: string | null): void =>
      void attempt(() => globalThis[area][text === null ? 'removeItem' : 'setItem'](key, text as string)),
    /** Calls back with the new text when another tab changes it; null when it was removed. Returns the function that stops it. */
    onOtherTab(react: (text: string | null) => void): () => void {
      const heard = (event: StorageEvent) => event.key === key && react(event.newValue);
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}
