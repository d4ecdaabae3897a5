import { isOver } from './age.ts';
import { storedText } from './text.ts';

/** Which browser storage holds a value: the tab's, the device's for everyone, or the device's for one user. */
export type Scope = 'tab' | 'device' | 'user';

/** What removes a value: nothing but its own code, signing out, or signing out and another user signing in. */
export type Ending = 'never' | 'sign-out' | 'another-user';

type Options = {
  key: string;
  scope: Scope;
  endsWith: Ending;
  /** In milliseconds: how long a value is good for after it was written. Such a value is an object, stored with `saved_at`. */
  ttl?: number;
  /** `text` for the keys whose format the specification fixes. */
  format?: 'json' | 'text';
  /** Whose value it is, for a value of the device that ends with another user. */
  ownerOf?: (value: unknown) => number | null;
};

type Ended = {
  endsWith: Ending;
  /** Removes what is stored, except what belongs to this user; null keeps nothing. */
  end: (userId: number | null) => void | Promise<void>;
};

const register: Ended[] = [];
export const addToRegister = (entry: Ended): void => void register.push(entry);

/** Everything declared so far that ends with one of these. Modules that were not loaded have declared nothing (register.ts). */
export const endingWith = (...endings: Ending[]): readonly Ended[] =>
  register.filter(({ endsWith }) => endings.includes(endsWith));

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

function access({ key, scope, ttl, format = 'json' }: Options) {
  const text = storedText(key, scope === 'tab' ? 'sessionStorage' : 'localStorage');
  return {
    key,
    /**
     * What is stored, which any release of the page may have written: its reader checks the shape. Null when nothing is stored, it
     * cannot be read, or its time is over.
     */
    read(): unknown {
      if (format === 'text') return text.read();
      const value = parsed(text.read());
      return ttl !== undefined && value !== null && isOver(savedAt(value), ttl) ? null : value;
    },
    /** Whether the time of what is stored seems to be over by this device's clock, which may be wrong. */
    seemsOver(): boolean {
      const value = parsed(text.read());
      return ttl !== undefined && value !== null && Date.now() - savedAt(value) > ttl;
    },
    /** Stores a value; null removes what is stored. */
    write(value: unknown): void {
      const kept = ttl === undefined ? value : { ...(value as object), saved_at: Date.now() };
      text.write(value === null ? null : format === 'text' ? String(value) : JSON.stringify(kept));
    },
    onOtherTab: text.onOtherTab,
  };
}

/** When a value was stored, in milliseconds since 1970. One without a time is as old as can be. */
const savedAt = (value: unknown): number => {
  const { saved_at } = { ...(value as { saved_at?: unknown }) };
  return typeof saved_at === 'number' ? saved_at : 0;
};

/**
 * Declares a value that the browser keeps. Declarations are in `*.stored.ts` files, so that signing out finds all of them, also
 * those of screens that were never opened.
 */
export function defineStored(options: Options & { scope: 'tab' | 'device' }) {
  const stored = access(options);
  const { endsWith, ownerOf } = options;
  addToRegister({
    endsWith,
    end: (userId) => {
      const value = stored.read();
      if (value !== null && (userId === null || ownerOf?.(value) !== userId)) stored.write(null);
    },
  });
  return stored;
}

/** The keys of the device's storage; none while it is blocked. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Declares a value that the browser keeps for each user. Nobody else's is ever read. */
export function defineUserStored(options: Omit<Options, 'scope' | 'ownerOf'>) {
  const keyOf = (userId: number) => `${options.key}:${userId}`;
  addToRegister({
    endsWith: options.endsWith,
    end: (userId) => {
      const ours = storedKeys().filter((key) => key.startsWith(`${options.key}:`));
      for (const key of ours) if (userId === null || key !== keyOf(userId)) storedText(key).write(null);
    },
  });
  return (userId: number) => access({ ...options, key: keyOf(userId), scope: 'user' });
}
