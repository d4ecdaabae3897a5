import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from './errors.ts';

/** A file on the store's disk that has no key yet; `size` in bytes. */
export type Draft = { path: string; size: number; sha256: Buffer };

/**
 * An uploaded file, on the store's disk until the call ends. Its name is only a label, and its bytes are not checked yet. `sha256` is
 * that of the bytes as they were sent.
 */
export type Upload = Draft & { name: string };

/** The files of one call while it is under way. */
export type Inbox = {
  /**
   * Reserves room for all files of the call before the first is read, so that a call is refused at once or not at all.
   * @throws `unavailable` when all calls together hold as many bytes as they may
   */
  reserve(bytes: number): void;
  /**
   * Writes a stream to a file and hashes it. At most a few kilobytes are in memory.
   * @throws `insufficient_storage` when the disk would be left with less room than the database needs
   */
  receive(stream: Readable): Promise<Draft>;
  /** Removes the received files that were not kept, and releases the reserved room. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** The bytes that all calls together hold on the disk, with a limit. */
export type Room = { take(bytes: number): void; give(bytes: number): void; held(): number };

const BUSY = 'Many files are being uploaded right now. Please try again in a moment.';
const RETRY_SECONDS = 15;

/** @param limit the most bytes that may be held at one time */
export function createRoom(limit: number): Room {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > limit) throw new DomainError('unavailable', BUSY, undefined, RETRY_SECONDS);
      held += bytes;
    },
    give(bytes) {
      held -= bytes;
    },
    held: () => held,
  };
}

/** A file that the server made, with its size and the hash of its content. */
export async function hashed(file: string): Promise<Draft> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { path: file, size: (await stat(file)).size, sha256: hash.digest() };
}

/** @param checkDisk throws when there is no room for a file */
export function createInbox(folder: string, room: Room, checkDisk: () => Promise<void>): Inbox {
  const received: string[] = [];
  let held = 0;
  return {
    reserve(bytes) {
      room.take(bytes);
      held += bytes;
    },
    async receive(stream) {
      await checkDisk();
      const file = path.join(folder, randomUUID());
      received.push(file);
      const hash = createHash('sha256');
      let size = 0;
      const writer = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(
          stream,
          async function* (source: AsyncIterable<Buffer>) {
            for await (const chunk of source) {
              size += chunk.length;
              hash.update(chunk);
              yield chunk;
            }
          },
          writer,
        );
      } catch (error) {
        // Waits, because a file that is still being opened would appear after its removal.
        if (!writer.closed) await once(writer, 'close');
        throw error;
      }
      return { path: file, size, sha256: hash.digest() };
    },
    async [Symbol.asyncDispose]() {
      for (const file of received.splice(0)) await rm(file, { force: true });
      room.give(held);
      held = 0;
    },
  };
}
