import { newUuid } from '../uuid.ts';
import { storedOfficeDrafts, storedOfficeMark } from './office-drafts.stored.ts';

/** The mark of the office's drafts in this browser. Null after signing out or another user's sign-in, which end them in every tab. */
const officeMark = () => storedOfficeMark.read() as string | null;

/** Whether the office's drafts of this tab were ended. */
export const isOfficeGone = () => officeMark() === null;

/** Marks what is begun in this browser as this admin's. */
export function markOffice(adminId: number): void {
  if (!officeMark()?.startsWith(`${adminId}:`)) storedOfficeMark.write(`${adminId}:${newUuid()}`);
}

/** A draft as the form stores it. */
type StoredDraft = { id: string; draft: unknown };
const isStored = (value: unknown): value is StoredDraft =>
  typeof (value as Partial<StoredDraft> | null)?.id === 'string';

/** The office's drafts of this tab, the one in the form last. */
export function readOfficeDrafts(): readonly StoredDraft[] {
  const { mark, drafts } = { ...(storedOfficeDrafts.read() as Record<string, unknown> | null) };
  return typeof mark === 'string' && mark === officeMark() && Array.isArray(drafts) ? drafts.filter(isStored) : [];
}

/** Replaces the office's drafts of this tab. */
export const writeOfficeDrafts = (drafts: readonly StoredDraft[]): void =>
  storedOfficeDrafts.write(drafts.length ? { mark: officeMark(), drafts } : null);

/** Whether the office has begun a request in this tab that it has not sent. */
export const hasBegunRequest = (): boolean =>
  readOfficeDrafts().some(({ draft }) => {
    const { isChanged, files } = { ...(draft as Record<string, unknown> | null) };
    return isChanged === true || (typeof files === 'number' && files > 0);
  });
