import { createHash } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { readMigrations } from '../db/migrate.ts';
import { BackupError } from './backup-error.ts';
import { type Cipher, isMissing, plain, readStored, writeStored } from './stored.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);
const count = z.number().int().min(0);
const sqlName = z.string().regex(/^(?:public|pgboss)\.(?:[a-z_][a-z\d_]*|"(?:[^"\0]|"")+")$/);
const column = z.string().regex(/^(?:[a-z_][a-z\d_]*|"(?:[^"\0]|"")+")$/);

/**
 * What a back-up is of and what it holds: `manifest.json` in its folder. A reader ignores what it doesn't know. A key that a
 * reader must know raises `format`; any other new key is optional, because older back-ups lack it.
 */
const schema = z.object({
  /** The version of this list and of the folder's layout. */
  format: z.literal(1),
  /** The version of the product that wrote it. */
  product: z.string(),
  postgres: z.string(),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  installation: z.uuid().nullable(),
  /** The migrations of the database, in their order. */
  migrations: z.array(z.object({ name: z.string(), sha256: hash })).min(1),
  /** `key` is the SHA-256 of the key of the audit trail behind a word; `kept` says whether the back-up holds the key. */
  audit: z.object({ key: hash.nullable(), kept: z.boolean() }),
  tables: z.array(
    z.object({
      name: sqlName,
      columns: z.array(column).min(1),
      rows: count,
      /** Of the rows in any order (`rows.ts`). */
      fingerprint: z.string().regex(/^[\da-f]{32}$/),
      bytes: count,
      sha256: hash,
    }),
  ),
  positions: z.array(z.object({ name: sqlName, last: z.string().regex(/^-?\d+$/) })),
  /** The files of the data folder. `sha256` is that of the list of them, which names the hash of each. */
  files: z.object({ count, bytes: count, sha256: hash, damaged: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof schema>;

export const FORMAT = 1;
const MANIFEST = 'manifest.json';
const SUM = 'manifest.sha256';
/** The most bytes of each. The manifest names every damaged file. */
const MANIFEST_MOST = 64 * 1024 * 1024;
const SUM_MOST = 1024;

/** Writes the list of what a back-up holds, and its hash in the format of `sha256sum`. */
export async function writeManifest(folder: string, manifest: Manifest, cipher: Cipher): Promise<void> {
  const text = `${JSON.stringify(schema.parse(manifest), null, 2)}\n`;
  const { sha256 } = await writeStored(path.join(folder, MANIFEST), [Buffer.from(text)], cipher);
  await writeStored(path.join(folder, SUM), [Buffer.from(`${sha256}  ${MANIFEST}${cipher.suffix}\n`)], plain);
}

const contentOf = (folder: string, name: string, most: number) =>
  buffer(readStored(path.join(folder, name), plain, most)).catch((error: unknown) => {
    throw isMissing(error) ? new BackupError(`${folder} is no back-up: it has no ${name}.`) : error;
  });

/**
 * Reads the list of what a back-up holds.
 * @throws BackupError when it is damaged, or this version of the product cannot restore it
 */
export async function readManifest(folder: string, cipher: Cipher): Promise<Manifest> {
  const sum = await contentOf(folder, SUM, SUM_MOST);
  const stored = await contentOf(folder, `${MANIFEST}${cipher.suffix}`, MANIFEST_MOST);
  const sha256 = createHash('sha256').update(stored).digest('hex');
  if (sum.toString() !== `${sha256}  ${MANIFEST}${cipher.suffix}\n`) {
    throw new BackupError(`${MANIFEST}${cipher.suffix} was changed since the backup was written.`);
  }
  const text = await buffer(readStored(path.join(folder, MANIFEST), cipher, MANIFEST_MOST));
  const json: unknown = JSON.parse(text.toString('utf8'));
  if (z.object({ format: z.number().gt(FORMAT) }).safeParse(json).success) {
    throw new BackupError(
      'The back-up was written by a newer Switchboard. Restore it with that version or a later one.',
    );
  }
  const { success, data, error } = schema.safeParse(json);
  if (!success) throw new BackupError(`${MANIFEST} is not that of a back-up: ${z.prettifyError(error)}`);
  return data;
}

/** @throws BackupError when this version of the product lacks a migration of the back-up, or has it with another text */
export async function refuseForeignMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256.toString('hex')]));
  for (const { name, sha256 } of migrations) {
    if (!known.has(name)) {
      throw new BackupError(
        `The back-up is of a newer Switchboard: this version has no migration ${name}. Restore it with that version or a later one.`,
      );
    }
    if (known.get(name) !== sha256)
      throw new BackupError(`The migration ${name} was edited since the backup was written.`);
  }
}
