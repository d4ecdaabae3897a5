import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { FileRule } from '#contract/endpoint.ts';
import type { files as contract, requestFile } from '#contract/files.ts';
import { judge } from '#contract/words/evidence/content.ts';
import { isPictureType, mediaTypes, namedAs, sizeProblem } from '#contract/words/evidence/file-types.ts';
import { isSignature, SIGNATURE_WIDTH } from '#contract/words/evidence/signatures.ts';
import { fileTexts } from '#contract/words/files.ts';
import { requestTexts } from '#contract/words/requests.ts';
import type { FileKind } from '#server/db/database.ts';
import { knownFiles } from '#server/db/installation.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { Actor } from '#server/lib/actor.ts';
import { utcDay } from '#server/lib/days.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { fileIdOf, thumbnailKey } from '#server/lib/file-store.ts';
import {
  cleanImage,
  type ImageFormat,
  makeThumbnail,
  OversizedImage,
  pixelsOf,
  UnreadableImage,
  type Uploader,
} from '#server/lib/images.ts';
import type { Draft, Upload } from '#server/lib/inbox.ts';
import { createLane } from '#server/lib/lane.ts';
import { networkOf } from '#server/lib/networks.ts';
import { opensPath, signedQuery, signPath } from '#server/lib/tokens.ts';
import { inspect, noteDamage } from './files.integrity.service.ts';
import * as repo from './files.repo.ts';
import { displayName } from './files.rules.ts';

/** How long a link is good at least, in milliseconds. It ends at a full minute, before the longest life of a signed path. */
const LINK_MS = 8.5 * 60_000;
const LINK_STEP_MS = 60_000;

const UNSCANNED = 'Files cannot be checked for viruses at the moment. Please try again, or send it without files.';
const RETRY_SECONDS = 30;

/** A file whose content was checked. It is on the disk but has no key yet. */
type Checked = Draft & { id: string; kind: FileKind; name: string; type: string; thumbnail: Draft | null };

const libraries = { fileTypeFromBuffer, unzipSync };

/** Documents are checked in memory, two at a time over all callers. */
const documents = createLane({ atOnce: 2, waiting: 500 });

const uploaderOf = (actor: Actor): Uploader =>
  'role' in actor ? { kind: 'staff', name: String(actor.id) } : { kind: 'stranger', name: networkOf(actor.ip) };

/** Encodes a picture anew and makes its thumbnail. */
async function clean(deps: Deps, file: { path: string }, format: ImageFormat, uploader: Uploader) {
  const picture = await deps.files.draft((to) => cleanImage(file.path, format, uploader, to));
  try {
    return { ...picture, thumbnail: await deps.files.draft((to) => makeThumbnail(picture.path, uploader, to)) };
  } catch (error) {
    await deps.files.drop([picture]);
    throw error;
  }
}

/** The refusal of a file with the reason and the name of the file. */
export function fileRefusal(name: string, text: string): DomainError {
  return new DomainError('validation_failed', text, [{ field: 'images', message: `${displayName(name)}: ${text}` }]);
}

/** Whether the virus scanner finds something; `unavailable` when it gives no verdict, because no file passes unseen. */
async function hasVirus({ scanner, log }: Deps, upload: Upload): Promise<boolean> {
  if (!scanner) return false;
  try {
    const virus = await scanner.virusIn(upload.path);
    if (virus) log.warn({ virus }, 'an upload with a virus was refused');
    return virus !== null;
  } catch (error) {
    log.error({ err: error }, 'the virus scanner gives no verdict: uploads are refused');
    throw new DomainError('unavailable', UNSCANNED, undefined, RETRY_SECONDS);
  }
}

/** Checks an upload's size, then what its bytes are (spec §5); 400 with the reason. Its name gets the extension of its type. */
async function check(deps: Deps, upload: Upload, sent: Sent, uploader: Uploader): Promise<Checked> {
  const sentName = displayName(upload.name);
  const refuse = (text: string) => fileRefusal(sentName, text);
  const problem = sizeProblem({ name: sentName, size: upload.size }, sent.rule);
  if (problem) throw refuse(problem);
  if (await hasVirus(deps, upload)) throw refuse(fileTexts.virus);
  const found = await documents(async () =>
    judge({ name: sentName, bytes: await readFile(upload.path) }, sent.rule, async () => libraries),
  );
  if ('problem' in found) throw refuse(found.problem);
  const { type } = found;
  const name = displayName(namedAs(sentName, type));
  const base = { id: randomUUID(), kind: sent.kind, name, type: mediaTypes[type] };
  if (!isPictureType(type)) return { ...base, ...upload, name, thumbnail: null };
  try {
    return { ...base, ...(await clean(deps, upload, type === 'jpg' ? 'jpeg' : type, uploader)) };
  } catch (error) {
    if (error instanceof OversizedImage) throw refuse(error.message);
    throw error instanceof UnreadableImage ? refuse(fileTexts.misfit) : error;
  }
}

/** The signature's PNG data URL as a checked file; 400 when it is no PNG or no signature (spec §5). */
async function checkSignature(deps: Deps, dataUrl: string, uploader: Uploader): Promise<Checked> {
  const refuse = (message: string) => invalid([{ field: 'signature', message }]);
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const drawn = await deps.files.draft((to) => writeFile(to, bytes, { flag: 'wx', mode: 0o600 }));
  try {
    const picture = await clean(deps, drawn, 'png', uploader);
    const signed = isSignature(await pixelsOf(picture.path, uploader, SIGNATURE_WIDTH));
    if (signed) return { ...picture, id: randomUUID(), kind: 'signature', name: 'signature.png', type: 'image/png' };
    await deps.files.drop([picture, picture.thumbnail]);
  } catch (error) {
    const isUnfit = error instanceof UnreadableImage || error instanceof OversizedImage;
    throw isUnfit ? refuse(requestTexts.signatureInvalid) : error;
  } finally {
    await deps.files.drop([drawn]);
  }
  throw refuse(requestTexts.signatureNeeded);
}

/** The files of a call: the uploads, which types are allowed, their kind, and a signature as a PNG data URL. */
type Sent = { uploads: readonly Upload[]; rule: FileRule['kind']; kind: FileKind; signature?: string | undefined };

/**
 * Checks the uploads one after the other. All that are unfit are named at once, so that their sender need not find out one by one.
 * @param checked receives those that are good
 */
async function checkAll(deps: Deps, sent: Sent, uploader: Uploader, checked: Checked[]): Promise<void> {
  const refusals: DomainError[] = [];
  for (const upload of sent.uploads) {
    try {
      checked.push(await check(deps, upload, sent, uploader));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'validation_failed')) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  const details = refusals.flatMap((refusal) => refusal.details ?? []);
  if (first) throw new DomainError('validation_failed', first.message, details);
}

/** Durable files of a call. When the call ends, the files without a row go to the trash. */
export type Received = Checked[] & AsyncDisposable;

/**
 * Checks the files of a call and makes them durable, so that a row never names a missing file. Call before the transaction
 * that attaches them, and hold the result with `await using`.
 * @throws 400 with the reason; `unavailable` when too many pictures wait
 */
export async function receive(deps: Deps, actor: Actor, sent: Sent): Promise<Received> {
  const uploader = uploaderOf(actor);
  const checked: Checked[] = [];
  const kept: string[] = [];
  const keep = async (key: string, file: Draft) => {
    await deps.files.keep(key, file);
    kept.push(key);
  };
  try {
    await checkAll(deps, sent, uploader, checked);
    if (sent.signature) checked.push(await checkSignature(deps, sent.signature, uploader));
    for (const file of checked) {
      await keep(file.id, file);
      if (file.thumbnail) await keep(thumbnailKey(file.id), file.thumbnail);
    }
  } catch (error) {
    await deps.files.drop(checked.flatMap((file) => (file.thumbnail ? [file, file.thumbnail] : [file])));
    await putAside(deps, kept);
    throw error;
  }
  return Object.assign(checked, { [Symbol.asyncDispose]: () => putAsideUnnamed(deps, checked, kept) });
}

/**
 * Moves files to the trash. When a commit that seemed to fail did succeed, the next job restores them. The hourly job
 * finds files that could not be moved, and an unreachable store is not tried for each file.
 */
export async function putAside(deps: Deps, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    try {
      await deps.files.discard(key, utcDay(deps.now()));
    } catch (error) {
      deps.log.warn({ err: error, file: key }, 'a file of a refused call could not be moved to the trash');
      if (error instanceof DomainError) return;
    }
  }
}

async function putAsideUnnamed(deps: Deps, files: readonly Checked[], kept: readonly string[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  // When the database does not answer, the hourly job finds them.
  const known = await knownFiles(deps.db, ids).catch(() => new Set(ids));
  await putAside(
    deps,
    kept.filter((key) => !known.has(fileIdOf(key) ?? '')),
  );
}

type Owner = { requestId: number; refusedWorkId?: number } | { heldRequestId: number };

/** Attaches stored files to a request, to refused work on it, or to a held request, inside the caller's transaction. */
export const attach = (
  tx: Tx,
  files: readonly Checked[],
  to: Owner & { uploadedBy: number | null; at: Date },
): Promise<void> =>
  repo.insertFiles(
    tx,
    files.map((file, position) => ({
      id: file.id,
      position,
      request_id: 'requestId' in to ? to.requestId : null,
      refused_work_id: ('requestId' in to && to.refusedWorkId) || null,
      held_request_id: 'requestId' in to ? null : to.heldRequestId,
      kind: file.kind,
      file_name: file.name,
      file_type: file.type,
      file_size: file.size,
      sha256: file.sha256,
      has_thumbnail: file.thumbnail !== null,
      uploaded_by: to.uploadedBy,
      created_at: to.at,
      damaged_at: null,
    })),
  );

/** A link to a file. It is the same for a minute, so that a browser that reads a request again has its pictures already. */
function link(deps: Deps, id: string, size: 'full' | 'thumbnail'): string {
  const expires = Math.ceil((deps.now().getTime() + LINK_MS) / LINK_STEP_MS) * LINK_STEP_MS;
  const query = signPath(deps.fileKey, size === 'full' ? id : thumbnailKey(id), expires);
  return `/api/files/${id}?${query}${size === 'full' ? '' : '&size=thumbnail'}`;
}

export const present = (deps: Deps, row: repo.FileRow): z.input<typeof requestFile> => ({
  id: row.id,
  file_name: row.file_name,
  file_path: link(deps, row.id, 'full'),
  thumbnail_path: row.has_thumbnail ? link(deps, row.id, 'thumbnail') : null,
  file_type: row.file_type,
  file_size: row.file_size,
  created_at: row.created_at.toISOString(),
  uploader: row.uploader_name === null ? null : { name: row.uploader_name },
});

/** Makes the files of refused work files of its request. */
export const release = repo.releaseFiles;

/** The content of a stored file; null when the disk has lost it. The caller has checked that the actor may see it. */
export async function contentOf(deps: Deps, id: string): Promise<Buffer | null> {
  const stream = await deps.files.read(id);
  return stream && buffer(stream);
}

const signedLink = signedQuery.extend({ id: z.uuid(), size: z.literal('thumbnail').optional() });
const KEPT_SECONDS = 600;

/**
 * Opens a file by its signed path (threats T12): 403 for a link that is altered or too old, 404 when the file is missing, 500
 * when the file is damaged.
 */
export const open: UseCase<typeof contract.open> = async (deps, _visitor, { params, query }) => {
  const link = signedLink.safeParse({ ...params, ...query });
  if (!link.success) throw new DomainError('forbidden', 'This link is not valid');
  const { id, size } = link.data;
  const isThumbnail = size === 'thumbnail';
  const key = isThumbnail ? thumbnailKey(id) : id;
  if (!opensPath(deps.fileKey, key, link.data, deps.now())) throw new DomainError('forbidden', 'This link has expired');
  const row = await repo.findFile(deps.db, id);
  if (!row) throw notFound('File');
  const damage = await inspect(deps.files, row, isThumbnail);
  await noteDamage(deps, row, damage);
  if (damage === 'damaged') throw new DomainError('internal', 'This file is damaged. The office has been told.');
  const stream = await deps.files.read(key);
  if (!stream) throw notFound('File');
  const type = isThumbnail ? 'image/webp' : row.file_type;
  return { stream, name: row.file_name, type, inline: type.startsWith('image/'), keptSeconds: KEPT_SECONDS };
};
