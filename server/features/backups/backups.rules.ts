import { isAhead } from '#server/lib/ahead.ts';

/** In milliseconds: an instance that makes a back-up reports every minute. After this time without a report it is considered lost. */
const LOST_MS = 15 * 60_000;

/** Whether a run in progress has lost its instance. */
export const isLost = (run: { seen_at: Date }, now: Date): boolean =>
  now.getTime() - run.seen_at.getTime() > LOST_MS || isAhead(run.seen_at, now);

export const CUT_OFF = 'The server stopped before the back-up was whole.';

const causes: Record<string, string> = {
  ENOSPC: 'The disk of the back-ups is full. Make room on it, or keep fewer back-ups.',
  EDQUOT: 'The disk of the back-ups is full. Make room on it, or keep fewer back-ups.',
  EACCES: 'The folder of the back-ups cannot be written. Give the account of Switchboard the right to write there.',
  EPERM: 'The folder of the back-ups cannot be written. Give the account of Switchboard the right to write there.',
  EROFS: 'The disk of the back-ups can only be read. Mount it so that it can be written.',
  EIO: 'The disk of the back-ups does not work. Look at the disk and its cable.',
  ENOENT: 'A file or a folder went away while the back-up was made. Look whether the disk is still mounted.',
};

/**
 * Explains to the office why a back-up failed.
 * @param error what was thrown. The text of a refusal of ours is shown, but for the path of the data folder.
 */
export function reasonOf(error: unknown, { dataDir, isOurs }: { dataDir: string; isOurs: boolean }): string {
  if (isOurs && error instanceof Error) return error.message.replaceAll(`${dataDir}/`, '');
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return (
    (typeof code === 'string' ? causes[code] : undefined) ??
    'Something unexpected happened. The log of the server says what.'
  );
}
