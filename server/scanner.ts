import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { bounded } from './lib/neighbors/bounded.ts';

/** Where clamd listens: an address, or a socket in the file system. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** A host, in brackets when it is an address of IPv6, and a port. */
const HOST_AND_PORT = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i;

/** Reads `host:port`, or the path of a socket; null when it is neither. */
export function readScannerAddress(text: string): ScannerAddress | null {
  if (isAbsolute(text)) return { path: text };
  const [, inBrackets, name, digits] = HOST_AND_PORT.exec(text) ?? [];
  const [host, port] = [inBrackets ?? name, Number(digits)];
  return host && port >= 1 && port <= 65_535 ? { host, port } : null;
}

/** A virus scanner beside the product. Both calls reject when it is away, takes too long or gives no verdict. */
export type Scanner = {
  /** The name of the virus in a file; null when it has none. */
  virusIn(file: string): Promise<string | null>;
  /** The version of the scanner, and when its signatures were made; null when it does not say when. */
  version(): Promise<{ version: string; signatures: Date | null }>;
};

/** The longest answer, in bytes. The name of a virus is short. */
const ANSWER_MOST = 4 * 1024;

/** The file in chunks, each after its length in four bytes. A length of zero ends them. */
async function* chunksOf(file: string) {
  yield 'zINSTREAM\0';
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/**
 * Speaks to clamd, the daemon of ClamAV, as its manual describes it. Every question has a connection of its own.
 * @param limits how long the answers may take, in milliseconds
 */
export function createScanner(address: ScannerAddress, limits: { scanMs: number; versionMs: number }): Scanner {
  const ask = async (question: Iterable<string> | AsyncIterable<string | Buffer>, limitMs: number) => {
    const signal = AbortSignal.timeout(limitMs);
    const read = (socket: AsyncIterable<Buffer>) => text(bounded(socket, { bytes: ANSWER_MOST }));
    const answer = await pipeline(Readable.from(question), connect(address), read, { signal });
    return answer.replace(/\0$/, '');
  };
  return {
    async virusIn(file) {
      const answer = await ask(chunksOf(file), limits.scanMs);
      if (answer === 'stream: OK') return null;
      const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (!virus) throw new Error(`the virus scanner gave no verdict: ${answer.slice(0, 200)}`);
      return virus;
    },
    async version() {
      const [version = '', , at = ''] = (await ask(['zVERSION\0'], limits.versionMs)).split('/');
      const made = Date.parse(`${at} UTC`);
      return { version, signatures: Number.isNaN(made) ? null : new Date(made) };
    },
  };
}
