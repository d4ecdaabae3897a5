import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';

/** The list of the files of the data folder in a back-up, in the format of `sha256sum`, beside `manifest.json`. */
export const FILE_LIST = 'files.sha256';
/** The folder that holds them as DATA_DIR does. */
export const DATA = 'data';

export type ListedFile = {
  /** Its path in the data folder. */
  name: string;
  sha256: string;
};

/** The longest line of the list, in bytes. */
const LINE_MOST = 4 * 1024;
const NEWLINE = 0x0a;

const NAME = /^(?:(?:files|mail)\/(?!\.\.?$)[^/\0]+|audit\.key|audit-checkpoints\.jsonl|installation\.id)$/;
const LINE = /^([\da-f]{64}) {2}data\/(.+)$/;

export const lineOf = ({ name, sha256 }: ListedFile, suffix: string): string => `${sha256}  ${DATA}/${name}${suffix}\n`;

/** The list, unless it has a line without an end, which would be read into memory. */
async function* withShortLines(list: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of list as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, start);
      length += (end < 0 ? chunk.length : end) - start;
      if (length > LINE_MOST) throw new BackupError(`${FILE_LIST} has a line that is too long.`);
      if (end < 0) break;
      [length, start] = [0, end + 1];
    }
    yield chunk;
  }
}

/** The files of a list. Names that lead out of the data folder are refused. */
export async function* listedIn(list: Readable, suffix: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({
    input: Readable.from(withShortLines(list)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [, sha256 = '', stored = ''] = LINE.exec(line) ?? [];
    const name = stored.endsWith(suffix) ? stored.slice(0, stored.length - suffix.length) : '';
    if (!NAME.test(name)) throw new BackupError(`${FILE_LIST} has a line that names no file: ${JSON.stringify(line)}`);
    yield { name, sha256 };
  }
}

/** Where a listed file lies in a back-up, without the suffix of a cipher. */
export const placeOf = (folder: string, name: string): string => path.join(folder, DATA, ...name.split('/'));
/** Where the rows of a table lie in a back-up, without the suffix of a cipher. */
export const tablePlaceOf = (folder: string, table: string): string => path.join(folder, 'tables', `${table}.copy.zst`);
