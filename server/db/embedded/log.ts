import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const LIMIT = 10 * 1024 * 1024;

/** PostgreSQL's own log: a file that the server keeps writing to even when the app is gone. */
export interface ServerLog {
  /** A descriptor for the server's output; the caller closes it after the spawn. */
  open(): number;
  close(descriptor: number): void;
  /** The place to read from later: everything after it is new. */
  mark(): number;
  /** What was written since the mark, at most the last `lines` lines. */
  since(mark: number, lines: number): string;
  /** Keeps the file bounded: past the limit its content moves to `<file>.1`. */
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
      // The server appends to an open descriptor, so the file is emptied in place, never renamed away under it.
      copyFileSync(file, `${file}.1`);
      truncateSync(file);
    },
  };
}
