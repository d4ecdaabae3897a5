/**
 * Reads what this tab keeps under a key, which an older version of the page may have written. Null if there is nothing, storage is
 * blocked, or on the server.
 */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value until the tab is closed; null removes it. Ignores storage that is blocked or full. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without what it keeps.
  }
}
