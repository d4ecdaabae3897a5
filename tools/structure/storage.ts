/** The modules that use the browser's storage. Everyone else declares what they keep in a `*.stored.ts` file. */
const OWNERS = /^web\/lib\/(stored\/|theme\/theme-script\.ts$)/;
const STORAGE = /\b(?:localStorage|sessionStorage|indexedDB)\b\s*[.[]|from 'idb-keyval'|import\('idb-keyval'\)/;

/** The uses of the browser's storage that no register knows: signing out would not remove what they keep. */
export const storageProblems = (file: string, text: string): string[] =>
  /^web\/.+(?<!\.test(-d)?)\.tsx?$/.test(file) && !OWNERS.test(file) && STORAGE.test(text)
    ? [`${file}: uses the browser's storage; declare what it keeps with defineStored or defineRecords (web/lib/stored)`]
    : [];
