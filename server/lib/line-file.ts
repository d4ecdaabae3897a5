import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { syncFolder } from './durable.ts';

/** A file of lines that only grows; `append` resolves when the lines survive a power cut. One writer at a time. */
export type LineFile = {
  readonly path: string;
  append(lines: readonly string[]): Promise<void>;
  /** The newest complete line; null when there is none. */
  last(): Promise<string | null>;
  /** The complete lines of the file at this time. Lines appended later are not part of it. */
  snapshot(): Promise<AsyncIterable<string>>;
};

const TAIL = 64 * 1024;
const NEWLINE = 0x0a;

/** The offset at which the last complete line ends. A line that a crash cut short does not count. */
async function completeSize(file: string): Promise<number> {
  const handle = await open(file, 'r').catch(noFile);
  if (!handle) return 0;
  try {
    let end = (await handle.stat()).size;
    const buffer = Buffer.alloc(TAIL);
    while (end > 0) {
      const start = Math.max(0, end - TAIL);
      const { bytesRead } = await handle.read(buffer, 0, end - start, start);
      const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (at >= 0) return start + at + 1;
      end = start;
    }
    return 0;
  } finally {
    await handle.close();
  }
}

function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function* linesUpTo(file: string, size: number): AsyncGenerator<string> {
  if (size === 0) return;
  const handle = await open(file, 'r');
  try {
    yield* createInterface({ input: handle.createReadStream({ end: size - 1, autoClose: false }) });
  } finally {
    await handle.close();
  }
}

/** Lines of text in one private file (0600), which the first `append` creates. */
export function createLineFile(file: string): LineFile {
  return {
    path: file,
    async append(lines) {
      const isNew = (await stat(file).catch(noFile)) === null;
      if (isNew) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const complete = await completeSize(file);
      const handle = await open(file, 'a', 0o600);
      try {
        if ((await handle.stat()).size > complete) await handle.truncate(complete);
        await handle.appendFile(lines.map((line) => `${line}\n`).join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (isNew) await syncFolder(path.dirname(file));
    },
    async last() {
      const size = await completeSize(file);
      if (size === 0) return null;
      const handle = await open(file, 'r');
      try {
        const start = Math.max(0, size - TAIL);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
        return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? null;
      } finally {
        await handle.close();
      }
    },
    async snapshot() {
      return linesUpTo(file, await completeSize(file));
    },
  };
}
