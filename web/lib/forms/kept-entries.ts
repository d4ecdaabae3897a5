/** The session storage key of what was entered when a session ended. */
const KEY = 'kept_texts';
/** In milliseconds: how long entries are kept. */
const KEPT_FOR = 60 * 60_000;

/** What one form held. `version` is that of the row which the edit began on; 0 for something new. */
export type KeptForm = {
  version: number;
  /** What was entered, by field. */
  fields: Readonly<Record<string, string>>;
  /** What a conflict compares of the row, as the edit began. */
  began?: unknown;
};
type Kept = { userId: number; until: number; forms: Record<string, KeptForm> };
type OpenForm = { userId: number; read: () => KeptForm };

const open = new Map<string, OpenForm>();
let ending = false;

function load(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function store(kept: Kept | null): void {
  try {
    if (kept && Object.keys(kept.forms).length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser without storage keeps nothing.
  }
}

/** Whether the page is being left because the session has ended. Nothing asks then whether to stay. */
export const isSessionEnding = (): boolean => ending;

/**
 * Names a form whose unsaved text fields are kept when the session ends. Never passwords and never files.
 * @param name names the form and the row that it edits, so that another row's form does not get the entries
 * @returns a function that ends it
 */
export function watchForm(name: string, form: OpenForm): () => void {
  open.set(name, form);
  return () => void open.delete(name);
}

/** For a page that is left because its session has ended: nothing asks whether to stay, and nothing entered is kept. */
export function leaveSession(): void {
  ending = true;
}

/** Keeps the unsaved entries of all open forms for an hour, because the session has ended. */
export function keepEntries(): void {
  leaveSession();
  const [first] = open.values();
  if (!first) return;
  const forms = [...open]
    .filter(([, { userId }]) => userId === first.userId)
    .map(([name, { read }]) => [name, read()] as const)
    .filter(([, { fields }]) => Object.keys(fields).length > 0);
  store({ userId: first.userId, until: Date.now() + KEPT_FOR, forms: Object.fromEntries(forms) });
}

/** Returns what a user had entered in a form when their session ended. Removes the entries of anyone else, and old ones. */
export function keptOf(name: string, userId: number): KeptForm | null {
  const kept = load();
  if (!kept) return null;
  if (kept.userId !== userId || kept.until < Date.now()) {
    store(null);
    return null;
  }
  return kept.forms[name] ?? null;
}

/** Removes the entries of a form that has them back. */
export function forgetKept(name: string): void {
  const kept = load();
  if (!kept) return;
  const { [name]: _, ...forms } = kept.forms;
  store({ ...kept, forms });
}

/** Removes what another user had entered; all of it at a logout. */
export function forgetEntriesOfOthers(userId: number | null): void {
  if (load()?.userId !== userId) store(null);
}
