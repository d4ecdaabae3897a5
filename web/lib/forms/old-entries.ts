/**
 * Removes what an older version of the site kept of open forms in session storage: nothing reads that key any more, and what stands
 * there may be about customers. Imported by the page's entry, so that it is gone before anybody signs in or out.
 */
try {
  sessionStorage.removeItem('kept_entries');
} catch {
  // A browser without storage has kept nothing.
}

export {};
