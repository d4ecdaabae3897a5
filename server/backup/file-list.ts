import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
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

const NAME = /^(?:(?:files|mail)\/(?!\.\.?$)[^/\0]+|audit\.key|audit-checkpoints\.jsonl|installation\.id)$/;
const LINE = /^([\da-f]{64}) {2}data\/(.+)$/;

export const lineOf = ({ name, sha256 }: ListedFile, suffix: string): string => `${sha256}  ${DATA}/${name}${suffix}\n`;

/** The files of a list. Names that lead out of the data folder are refused. */
export async function* listedIn(list: Readable, suffix: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: list, crlfDelay: Number.POSITIVE_INFINITY })) {
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
