import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import type { CsvFile } from '../lib/csv.ts';
import { sendDownload } from './downloads.ts';

/** How much of the file is made ahead of its reader. A page of rows has more than this. */
const AHEAD_BYTES = 32 * 1024;

/** The pages while the reader may have them: each is made only after the reader was admitted again. */
async function* admitted(pages: AsyncIterable<string>, admit: () => Promise<unknown>) {
  for await (const page of pages) {
    yield page;
    await admit();
  }
}

/**
 * Makes a file and sends it page by page, in the account's turn (threats T64). It ends with the session, and when it takes too
 * long or nobody reads it.
 * @param reader.admit rejects when the reader may not have the file any more
 * @param make makes the file from these dependencies, whose database has connections of its own
 */
export async function sendExport(
  deps: Deps,
  reply: FastifyReply,
  reader: { id: number; admit: () => Promise<unknown> },
  make: (deps: Deps) => Promise<CsvFile>,
): Promise<FastifyReply> {
  const turn = deps.exports.begin(reader.id);
  try {
    const { name, pages } = await make({ ...deps, db: deps.exports.db });
    const bytes = Readable.from(admitted(pages, reader.admit), { objectMode: false, highWaterMark: AHEAD_BYTES });
    const stream = addAbortSignal(turn.late, bytes).once('close', turn.end);
    return sendDownload(reply, { stream, name, type: 'text/csv; charset=utf-8', inline: false, keptSeconds: 0 });
  } catch (error) {
    turn.end();
    throw error;
  }
}
