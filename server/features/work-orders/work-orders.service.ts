import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { RequestDetail } from '#contract/request-answers.ts';
import { WORK_ORDER_LINK_DAYS } from '#contract/words/limits.ts';
import type { CustomerLink, workOrders } from '#contract/work-orders.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { readerOf } from '#server/lib/actor.ts';
import { deskTime } from '#server/lib/dates.ts';
import type { Download } from '#server/lib/download.ts';
import { DomainError } from '#server/lib/errors.ts';
import { isSigned, sign } from '#server/lib/tokens.ts';
import { contentOf } from '../files/files.service.ts';
import { detailOf } from '../requests/detail/detail.service.ts';
import { onlyOwn } from '../requests/requests.policy.ts';
import { statusOf } from '../requests/requests.service.ts';
import * as repo from './work-orders.repo.ts';
import { pictureName, type Reader, sheetOf } from './work-orders.rules.ts';

const DAY_MS = 24 * 3_600_000;
/** The longer side of a printed photo in pixels, tried one after the other until all photos together are small enough. */
const SIDES = [1_400, 1_000, 700];
const PHOTOS_BYTES = 4_000_000;
/** The number of photos from which the total size is estimated. */
const SAMPLE = 3;

type Picture = { id: string; name: string; bytes: Buffer };

/** The photos as JPEG, small enough for a mail. Those that the store has lost are left out. */
async function photosOf(deps: Deps, files: RequestDetail['files']): Promise<Picture[]> {
  const ids = files.filter(({ file_type }) => file_type.startsWith('image/')).map(({ id }) => id);
  for (const side of SIDES) {
    const photos = await photosOfSide(deps, ids, side, side === SIDES.at(-1) ? Number.POSITIVE_INFINITY : PHOTOS_BYTES);
    if (photos) return photos;
  }
  return [];
}

/**
 * The photos with this longer side; null as soon as they will have more bytes than this. Memory holds one original at a time,
 * because twelve of them take as much as the rest of a document.
 */
async function photosOfSide(deps: Deps, ids: readonly string[], side: number, most: number): Promise<Picture[] | null> {
  const photos: Picture[] = [];
  let sum = 0;
  for (const id of ids) {
    const original = await contentOf(deps, id);
    if (!original) continue;
    const small = await deps.documents.photo({ photo: original, side });
    photos.push({ id, name: pictureName(id, 'jpg'), bytes: small });
    sum += small.length;
    const seen = Math.max(photos.length, Math.min(SAMPLE, ids.length));
    if ((sum / seen) * ids.length > most) return null;
  }
  return photos;
}

async function signatureOf(deps: Deps, signature: RequestDetail['signature']): Promise<Picture[]> {
  const bytes = signature && (await contentOf(deps, signature.id));
  return bytes ? [{ id: signature.id, name: pictureName(signature.id, 'png'), bytes }] : [];
}

async function render(deps: Deps, request: RequestDetail, reader: Reader): Promise<Buffer> {
  const pictures = [...(await photosOf(deps, request.files)), ...(await signatureOf(deps, request.signature))];
  const readable = new Set(pictures.map(({ id }) => id));
  const { business } = deps.settings;
  const write = (at: Date) => deskTime(at, business.time_zone);
  const data = sheetOf(request, { business, reader, readable, now: deps.now(), write });
  return deps.documents.pdf({
    template: 'work-order.typ',
    data,
    pictures,
  });
}

const nameOf = ({ external_id }: RequestDetail) => `work-order-${external_id}.pdf`;

const download = (request: RequestDetail, pdf: Buffer): Download => ({
  stream: Readable.from([pdf]),
  name: nameOf(request),
  type: 'application/pdf',
  inline: true,
  keptSeconds: 0,
});

/** The printed work order for staff, with the notes. A technician prints only requests that are assigned to them (404). */
export const print: UseCase<typeof workOrders.print> = (deps, actor, { params }) =>
  // What is printed is read when its turn comes: a request with all its texts would wait in memory.
  deps.documents.inTurn(readerOf(actor), async () => {
    const request = await detailOf(deps, params.id, onlyOwn(actor));
    return download(request, await render(deps, request, 'staff'));
  });

const presentLink = (deps: TxDeps, row: repo.LinkRow): z.input<typeof workOrders.createLink.response>['link'] => ({
  url: `${deps.config.publicUrl}/api/work-orders/${row.id}?sig=${sign(deps.workOrderKey, row.id)}`,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Makes a customer's link inside the transaction of its cause, which also announces it. */
export async function addLink(deps: TxDeps, tx: Tx, requestId: number): Promise<CustomerLink> {
  const now = deps.now();
  const row = await repo.insertLink(tx, {
    id: randomUUID(),
    request_id: requestId,
    created_at: now,
    expires_at: new Date(now.getTime() + WORK_ORDER_LINK_DAYS * DAY_MS),
    revoked_at: null,
  });
  return presentLink(deps, row);
}

/** The newest valid link of a request, null when there is none. */
export const link: UseCase<typeof workOrders.link> = async (deps, _actor, { params }) => {
  await statusOf(deps, params.id);
  const row = await repo.newestValid(deps.db, params.id, deps.now());
  return { link: row ? presentLink(deps, row) : null };
};

/** The customer's PDF and link for the mail about a completion. Null when the request is no longer completed. */
export async function customerCopy(deps: Deps, requestId: number) {
  const request = await detailOf(deps, requestId, null);
  if (request.status !== 'completed') return null;
  const row = await repo.newestValid(deps.db, requestId, deps.now());
  return {
    name: nameOf(request),
    pdf: await deps.documents.inTurn('mail', () => render(deps, request, 'customer')),
    url: row && presentLink(deps, row).url,
  };
}

/** Creates another link. Earlier ones stay valid. 409 unless the request is completed. */
export const createLink: UseCase<typeof workOrders.createLink> = async (deps, actor, { params }) => {
  if ((await statusOf(deps, params.id)) !== 'completed')
    throw new DomainError('conflict', 'Only a completed request has a link for its customer.');
  const made = await deps.transaction(async (tx, deps) => {
    const added = await addLink(deps, tx, params.id);
    await announce(tx, actor, { type: 'work_order.linked', request_id: params.id, expires_at: added.expires_at });
    return added;
  });
  return { link: made };
};

/** Revokes all links of a request. */
export const revokeLink: UseCase<typeof workOrders.revokeLink> = async (deps, actor, { params }) => {
  await statusOf(deps, params.id);
  await deps.transaction(async (tx, deps) => {
    const links = await repo.revokeAll(tx, params.id, deps.now());
    if (links) await announce(tx, actor, { type: 'work_order.links_revoked', request_id: params.id, links });
  });
  return { message: 'The link does not open any more.' };
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens the customer's version by a link: 403 for one that is altered, revoked or too old, or after a reopening. */
export const open: UseCase<typeof workOrders.open> = async (
  deps,
  _visitor,
  { params: { id }, query: { sig = '' } },
) => {
  const refuse = () => new DomainError('forbidden', 'This link does not open any more. Please ask us for a new one.');
  if (!UUID.test(id) || !isSigned(deps.workOrderKey, id, sig)) throw refuse();
  const row = await repo.findValid(deps.db, id, deps.now());
  if (!row) throw refuse();
  return deps.documents.inTurn(`link ${row.id}`, async () => {
    const request = await detailOf(deps, row.request_id, null);
    if (request.status !== 'completed') throw refuse();
    return download(request, await render(deps, request, 'customer'));
  });
};
