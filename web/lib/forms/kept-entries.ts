import { isOver } from '../stored/age.ts';
import { storedEntries } from './kept-entries.stored.ts';

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
/** What one user had entered: `at` is the end of the session, in milliseconds since 1970. */
type Kept = { at: number; forms: Record<string, KeptForm> };
type OpenForm = { userId: number; read: () => KeptForm };

const open = new Map<string, OpenForm>();
let ending = false;

const isKept = (value: unknown): value is Kept => {
  const { at, forms } = { ...(value as Partial<Kept> | null) };
  return typeof at === 'number' && typeof forms === 'object' && forms !== null && !isOver(at, KEPT_FOR);
};

/** What is kept by user, without what is over. The first release with this key kept one user's: `{ userId, until, forms }`. */
function load(): Record<string, Kept> {
  const value = { ...(storedEntries.read() as Record<string, unknown> | null) };
  const { userId, until, forms } = value;
  const byUser = typeof userId === 'number' ? { [userId]: { at: Number(until) - KEPT_FOR, forms } } : value;
  return Object.fromEntries(Object.entries(byUser).filter((entry): entry is [string, Kept] => isKept(entry[1])));
}

function store(userId: number, forms: Kept['forms'], at = Date.now()): void {
  const { [userId]: _, ...others } = load();
  const all = Object.keys(forms).length > 0 ? { ...others, [userId]: { at, forms } } : others;
  storedEntries.write(Object.keys(all).length > 0 ? all : null);
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

/**
 * Keeps the unsaved entries of all open forms for an hour, because their user's session has ended. Nothing asks from now on whether
 * to stay on the page.
 */
export function keepEntries(): void {
  ending = true;
  const [first] = open.values();
  if (!first) return;
  const forms = [...open]
    .filter(([, { userId }]) => userId === first.userId)
    .map(([name, { read }]) => [name, read()] as const)
    .filter(([, { fields }]) => Object.keys(fields).length > 0);
  store(first.userId, Object.fromEntries(forms));
}

/** Returns what a user had entered in a form when their session ended. */
export const keptOf = (name: string, userId: number): KeptForm | null => load()[userId]?.forms[name] ?? null;

/** Removes the entries of a form that has them back. */
export function forgetKept(name: string, userId: number): void {
  const kept = load()[userId];
  if (!kept) return;
  const { [name]: _, ...forms } = kept.forms;
  store(userId, forms, kept.at);
}

/** Removes everything that a user had entered, because they sign out. */
export const forgetAllKept = (userId: number): void => store(userId, {});
