import { newUuid } from '../uuid.ts';
import { readTab, writeTab } from './tab-storage.ts';

/** The session storage key of the requests that the office began to enter in this tab. */
const DRAFTS_KEY = 'request_drafts';
/** The local storage key of the mark. */
const MARK_KEY = 'request_office';

/**
 * What marks the office's drafts of this browser as its own: the admin's id and a random text. Null after a logout or the sign-in of
 * somebody else, which end them in every tab.
 */
function officeMark(): string | null {
  try {
    return localStorage.getItem(MARK_KEY);
  } catch {
    return null;
  }
}
const isOf = (userId: number | null) => officeMark()?.startsWith(`${userId}:`) === true;

/** Whether the office's drafts of this tab were ended. */
export const isOfficeGone = () => officeMark() === null;

/** Marks what is begun in this browser as this admin's. */
export function markOffice(adminId: number): void {
  try {
    if (!isOf(adminId)) localStorage.setItem(MARK_KEY, `${adminId}:${newUuid()}`);
  } catch {
    // Storage is blocked or full: nothing is kept.
  }
}

/** Ends the drafts that another admin than this user has begun, in every tab; with null, what anybody has. */
export function endOfficeDraftsOfOthers(userId: number | null): void {
  if (!isOf(userId)) localStorage.removeItem(MARK_KEY);
}

/** A draft as the form stores it. */
type Stored = { id: string; draft: unknown };
const isStored = (value: unknown): value is Stored => typeof (value as Partial<Stored> | null)?.id === 'string';

/** The office's drafts of this tab, the one in the form last. */
export function readOfficeDrafts(): readonly Stored[] {
  const { mark, drafts } = { ...(readTab(DRAFTS_KEY) as Record<string, unknown> | null) };
  return typeof mark === 'string' && mark === officeMark() && Array.isArray(drafts) ? drafts.filter(isStored) : [];
}

/** Replaces the office's drafts of this tab. */
export const writeOfficeDrafts = (drafts: readonly Stored[]): void =>
  writeTab(DRAFTS_KEY, drafts.length ? { mark: officeMark(), drafts } : null);

/** Whether the office has begun a request in this tab that it has not sent. */
export const hasBegunRequest = (): boolean =>
  readOfficeDrafts().some(({ draft }) => {
    const { isChanged, files } = { ...(draft as Record<string, unknown> | null) };
    return isChanged === true || (typeof files === 'number' && files > 0);
  });
