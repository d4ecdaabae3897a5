import { markOffice, readOfficeDrafts, writeOfficeDrafts } from '#web/lib/forms/office-drafts.ts';
import { isOver } from '#web/lib/stored/age.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { DRAFT_FILES_KEY, KEPT_MS, storedDraft } from './draft.stored.ts';
import { type Draft, isBlank, mergedDraft, parseDraft } from './request-draft.ts';

/** Where a draft is kept. The form also works in a browser that stores nothing. */
export type DraftPlace = {
  isOffice: boolean;
  /** The IndexedDB key of its files. */
  filesKey: string;
  /** Null if there is none. */
  read: () => Draft | null;
  /** Whether its time seems to be over, by a clock that may be wrong. */
  seemsOver: () => boolean;
  /** Stores the draft, or removes it when it is blank. */
  write: (draft: Draft) => void;
  /** Removes the draft, after it was sent or when somebody starts over. */
  drop: () => void;
};

/** A customer's draft: one for all tabs of this browser. */
export const onThisDevice: DraftPlace = {
  isOffice: false,
  filesKey: DRAFT_FILES_KEY,
  read: () => parseDraft(storedDraft.read()),
  seemsOver: storedDraft.seemsOver,
  write: (draft) => storedDraft.write(isBlank(draft) ? null : mergedDraft(storedDraft.read(), draft)),
  drop: () => storedDraft.write(null),
};

const inThisTab = (id: string): DraftPlace => ({
  isOffice: true,
  filesKey: `${DRAFT_FILES_KEY}:${id}`,
  read: () => parseDraft(readOfficeDrafts().find((stored) => stored.id === id)?.draft),
  seemsOver: () => false,
  write(draft) {
    if (isBlank(draft)) return this.drop();
    const stack = readOfficeDrafts();
    const before = stack.find((stored) => stored.id === id);
    const next = { id, draft: mergedDraft(before?.draft, draft) };
    writeOfficeDrafts(before ? stack.map((stored) => (stored === before ? next : stored)) : [...stack, next]);
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
export function areOrphans(filesKey: string): boolean {
  const [key, begun] = filesKey.split(':');
  return key === DRAFT_FILES_KEY && begun !== undefined && isOver(Number(begun), KEPT_MS);
}

/** Calls back when another tab of this browser has sent or dropped the customer's draft. */
export function onDraftDropped(callback: () => void): () => void {
  return storedDraft.onOtherTab((text) => {
    if (text === null) callback();
  });
}
