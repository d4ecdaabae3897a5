import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const LIMIT = 10 * 1024 * 1024;

/** PostgreSQL's own log: a file that the server keeps writing to even when the app is gone. */
export interface ServerLog {
  /** A descriptor for the server's output; the caller closes it after the spawn. */
  open(): number;
  close(descriptor: number): void;
  /** The current end of the log, for a later `since`. */
  mark(): number;
  /** What was written since the mark, at most the last `lines` lines. */
  since(mark: number, lines: number): string;
  /** Moves the content to `<file>.1` when the file exceeds its limit. */
  bound(): void;
}

export function serverLog(file: string): ServerLog {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    open: () => openSync(file, 'a', 0o600),
    close: (descriptor) => closeSync(descriptor),
    mark: size,
    since: (mark, lines) => {
      if (size() === 0) return '';
      const text = readFileSync(file).subarray(mark).toString('utf8').trimEnd();
      return text.split('\n').slice(-lines).join('\n');
    },
    bound: () => {
      if (size() <= LIMIT) return;
      // The server appends to an open descriptor, so the file is copied and emptied in place instead of renamed.
      copyFileSync(file, `${file}.1`);
      truncateSync(file);
    },
  };
}
