import { DRAFT_FILES_KEY, DRAFT_KEY } from '#web/lib/forms/draft-storage.ts';
import { markOffice, readOfficeDrafts, writeOfficeDrafts } from '#web/lib/forms/office-drafts.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { type Draft, isBlank, KEPT_MS, parseDraft, storedDraft } from './request-draft.ts';

/** Where a draft is kept. Storage that is blocked or full is ignored: the form works without a stored draft. */
export type DraftPlace = {
  isOffice: boolean;
  /** The IndexedDB key of its files. */
  filesKey: string;
  /** Null if there is none, `stale` if it is too old or not valid. */
  read: (now?: number) => Draft | 'stale' | null;
  /** Stores the draft, or removes it when it is blank. */
  write: (draft: Draft, now?: number) => void;
  /** Removes the draft, after it was sent or when somebody starts over. */
  drop: () => void;
};

/** A customer's draft: one for all tabs of this browser. */
export const onThisDevice: DraftPlace = {
  isOffice: false,
  filesKey: DRAFT_FILES_KEY,
  read(now = Date.now()) {
    if (typeof window === 'undefined') return null;
    let text: string | null;
    try {
      text = localStorage.getItem(DRAFT_KEY);
    } catch {
      return null;
    }
    try {
      return text === null ? null : (parseDraft(JSON.parse(text), now) ?? 'stale');
    } catch {
      return 'stale';
    }
  },
  write(draft, now = Date.now()) {
    try {
      if (isBlank(draft)) localStorage.removeItem(DRAFT_KEY);
      else localStorage.setItem(DRAFT_KEY, JSON.stringify(storedDraft(draft, now)));
    } catch {
      // Blocked or full.
    }
  },
  drop() {
    try {
      localStorage.removeItem(DRAFT_KEY);
    } catch {
      // Blocked, so nothing was stored.
    }
  },
};

const inThisTab = (id: string): DraftPlace => ({
  isOffice: true,
  filesKey: `${DRAFT_FILES_KEY}:${id}`,
  read(now = Date.now()) {
    const found = readOfficeDrafts().find((stored) => stored.id === id);
    return found === undefined ? null : (parseDraft(found.draft, now) ?? 'stale');
  },
  write(draft, now = Date.now()) {
    if (isBlank(draft)) return this.drop();
    const stack = readOfficeDrafts();
    const next = { id, draft: storedDraft(draft, now) };
    const isThere = stack.some((stored) => stored.id === id);
    writeOfficeDrafts(isThere ? stack.map((stored) => (stored.id === id ? next : stored)) : [...stack, next]);
  },
  drop() {
    writeOfficeDrafts(readOfficeDrafts().filter((stored) => stored.id !== id));
  },
});

/**
 * Makes a place for a request that this admin enters. Each tab has its own, because another customer may call meanwhile: the new one
 * lies on the begun one, which comes back when it is sent.
 */
export function newOfficePlace(adminId: number, now = Date.now()): DraftPlace {
  markOffice(adminId);
  return inThisTab(`${now}:${newUuid()}`);
}

/** The place of the office's draft that lies uppermost in this tab; null if there is none. */
export function topOfficePlace(): DraftPlace | null {
  const top = readOfficeDrafts().at(-1);
  return top ? inThisTab(top.id) : null;
}

/** Whether another draft lies below this one, which is the uppermost, and comes back after it. */
export const hasBelow = ({ filesKey }: DraftPlace): boolean =>
  readOfficeDrafts().some(({ id }) => inThisTab(id).filesKey !== filesKey);

/** Whether files with this key belong to an office's draft that is over: its tab was closed. */
export function areOrphans(filesKey: string, now = Date.now()): boolean {
  const [key, begun] = filesKey.split(':');
  return key === DRAFT_FILES_KEY && begun !== undefined && now - Number(begun) > KEPT_MS;
}

/** Calls back when another tab of this browser has sent or dropped the customer's draft. */
export function onDraftDropped(callback: () => void): () => void {
  const heard = (event: StorageEvent) => event.key === DRAFT_KEY && event.newValue === null && callback();
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
