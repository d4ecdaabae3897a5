import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod';
import type { FileRule } from '#contract/endpoint.ts';
import { fileProblem, fileTexts, type requestFile } from '#contract/files.ts';
import { requestTexts } from '#contract/workflow.ts';
import type { FileKind } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { DomainError, invalid } from '#server/lib/errors.ts';
import { cleanImage, inkShare } from '#server/lib/images.ts';
import { hmac, sameBytes } from '#server/lib/tokens.ts';
import type { Upload } from '#server/lib/upload.ts';
import * as repo from './files.repo.ts';
import { displayName, kindOf } from './files.rules.ts';

const LINK_MS = 9.5 * 60_000;
/** More than a link's life, so that the clocks of two instances may differ a little. */
const LONGEST_LINK_MS = 10 * 60_000;
const ORPHAN_MS = 60 * 60_000;
/** Less than this share of dark pixels is an empty signature. */
const MIN_INK = 0.0005;

/** A file whose content was checked, not stored yet. */
type Checked = { id: string; kind: FileKind; name: string; type: string; bytes: Buffer; thumbnail: Buffer | null };

const thumbnailKey = (id: string) => `${id}.thumbnail`;
/** What the store holds under our keys; anything else in its place is not ours to judge. */
const OWN_KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.thumbnail)?$/;

async function check(upload: Upload, rule: FileRule['kind'], kind: FileKind): Promise<Checked> {
  const name = displayName(upload.name);
  const refuse = (message: string) => invalid([{ field: 'images', message }]);
  const problem = fileProblem({ name, size: upload.bytes.length }, rule);
  if (problem) throw refuse(problem);
  const wrongType = rule === 'images' ? fileTexts.notAnImage : fileTexts.wrongType;
  const magic = await fileTypeFromBuffer(upload.bytes);
  const found = kindOf(name, magic?.ext, upload.bytes);
  if (!found) throw refuse(wrongType);
  const base = { id: randomUUID(), kind, name, type: found.type };
  if ('document' in found) return { ...base, bytes: upload.bytes, thumbnail: null };
  const image = await cleanImage(upload.bytes, found.image);
  if (!image) throw refuse(wrongType);
  return { ...base, ...image };
}

/** Checks each upload's name, size, magic bytes and content (spec §5); pictures come out encoded anew. 400 with the text. */
export function checkUploads(uploads: readonly Upload[], rule: FileRule['kind'], kind: FileKind): Promise<Checked[]> {
  return Promise.all(uploads.map((upload) => check(upload, rule, kind)));
}

/** The signature's PNG data URL as a checked file; 400 when it is no PNG or has no ink on it (spec §5). */
export async function checkSignature(dataUrl: string): Promise<Checked> {
  const upload = { name: 'signature.png', bytes: Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64') };
  const refuse = (message: string) => invalid([{ field: 'signature', message }]);
  const checked = await check(upload, 'images', 'signature').catch((error: unknown) => {
    throw error instanceof DomainError ? refuse(requestTexts.signatureInvalid) : error;
  });
  const ink = await inkShare(checked.bytes);
  if (ink === null) throw refuse(requestTexts.signatureInvalid);
  if (ink < MIN_INK) throw refuse(requestTexts.signatureNeeded);
  return checked;
}

/** Makes the bytes durable. Call before the transaction that attaches them: a row never names a file that is not there. */
export async function store(deps: Deps, files: readonly Checked[]): Promise<void> {
  for (const file of files) {
    await deps.files.put(file.id, file.bytes);
    if (file.thumbnail) await deps.files.put(thumbnailKey(file.id), file.thumbnail);
  }
}

/** Names stored files in a request, inside the caller's transaction. */
export const attach = (
  tx: Database,
  files: readonly Checked[],
  to: { requestId: number; uploadedBy: number | null; at: Date },
): Promise<void> =>
  repo.insertFiles(
    tx,
    files.map((file) => ({
      id: file.id,
      request_id: to.requestId,
      kind: file.kind,
      file_name: file.name,
      file_type: file.type,
      file_size: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest(),
      has_thumbnail: file.thumbnail !== null,
      uploaded_by: to.uploadedBy,
      created_at: to.at,
    })),
  );

const signatureOf = (deps: Deps, key: string, expires: number) =>
  hmac(deps.fileKey, `${key}\n${expires}`).toString('base64url');

function link(deps: Deps, id: string, size: 'full' | 'thumbnail'): string {
  const expires = deps.now().getTime() + LINK_MS;
  const signature = signatureOf(deps, size === 'full' ? id : thumbnailKey(id), expires);
  return `/files/${id}?exp=${expires}&sig=${signature}${size === 'full' ? '' : '&size=thumbnail'}`;
}

const present = (deps: Deps, row: repo.FileRow): z.input<typeof requestFile> => ({
  id: row.id,
  file_name: row.file_name,
  file_path: link(deps, row.id, 'full'),
  thumbnail_path: row.has_thumbnail ? link(deps, row.id, 'thumbnail') : null,
  file_type: row.file_type,
  file_size: row.file_size,
  created_at: row.created_at.toISOString(),
  uploader: row.uploader_name === null ? null : { name: row.uploader_name },
});

/** A request's files with signed paths; signatures apart. The caller has checked who is asking. */
export async function listOf(deps: Deps, requestId: number) {
  const rows = await repo.listFilesOf(deps.db, requestId);
  const presented = (areSignatures: boolean) =>
    rows.filter((row) => (row.kind === 'signature') === areSignatures).map((row) => present(deps, row));
  return { files: presented(false), signatures: presented(true) };
}

/**
 * Opens a file by its signed path (threats T12).
 * @returns the stream with what the answer's headers need; 403 for a link that is altered or too old, 404 when it is gone
 */
export async function openLink(
  deps: Deps,
  asked: { id: string; exp: number; sig: string; thumbnail: boolean },
): Promise<{ stream: Readable; name: string; type: string; inline: boolean }> {
  const key = asked.thumbnail ? thumbnailKey(asked.id) : asked.id;
  // Compared as written: decoding would ignore the spare bits of the last character.
  const genuine = sameBytes(Buffer.from(asked.sig), Buffer.from(signatureOf(deps, key, asked.exp)));
  const now = deps.now().getTime();
  // A link that claims to live longer than any we make is refused too, whoever signed it (threats T61).
  if (!genuine || asked.exp < now || asked.exp > now + LONGEST_LINK_MS)
    throw new DomainError('forbidden', 'This link has expired');
  const row = await repo.findFile(deps.db, asked.id);
  const stream = row ? await deps.files.read(key) : null;
  if (!row || !stream) throw new DomainError('not_found', 'File not found');
  const type = asked.thumbnail ? 'image/webp' : row.file_type;
  return { stream, name: row.file_name, type, inline: type.startsWith('image/') };
}

/** Removes files that no row names and that are older than an hour: what a crash or a refused request left behind. */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const before = deps.now().getTime() - ORPHAN_MS;
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const ids = [...new Set(batch.map((key) => key.replace('.thumbnail', '')))];
    const known = ids.length ? await repo.knownIds(deps.db, ids) : new Set<string>();
    for (const key of batch.filter((candidate) => !known.has(candidate.replace('.thumbnail', '')))) {
      await deps.files.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, changedAt } of deps.files.list()) {
    if (OWN_KEY.test(key) && changedAt.getTime() < before) batch.push(key);
    if (batch.length >= 500) await sweep();
  }
  await sweep();
  return removed;
}
