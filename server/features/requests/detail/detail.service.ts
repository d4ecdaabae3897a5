import type { requests } from '#contract/requests.ts';
import { shownOfRequest } from '#contract/words/limits.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { ApiKey, Staff } from '#server/lib/actor.ts';
import { notFound } from '#server/lib/errors.ts';
import * as gallery from '../../files/files.gallery.service.ts';
import { onlyOwn } from '../requests.policy.ts';
import { presentDetail, presentNotes } from '../requests.present.rules.ts';
import { findRequest } from '../requests.repo.ts';
import { findDetail } from './detail.repo.ts';
import { noteCountOf, notesBehind } from './notes.repo.ts';

/**
 * The whole request; null when it does not exist.
 * @param assignee reaches only requests that are assigned to this user; null reaches all
 */
export async function findDetailOf(deps: Deps, id: number, assignee: number | null) {
  // The files of a request that this caller may not see go nowhere: to wait for the answer first would cost a round trip.
  const [row, stored] = await Promise.all([findDetail(deps.db, id, assignee), gallery.listOf(deps, id)]);
  if (!row) return null;
  const refused = row.refused_work.map((work) => work.id);
  const ofRefused = await gallery.listOfRefused(deps, id, refused);
  return presentDetail(row, { ...stored, ofRefused }, { zone: deps.settings.business.time_zone, viewer: assignee });
}

/** The same; 404 when it does not exist. */
export async function detailOf(deps: Deps, id: number, assignee: number | null) {
  const detail = await findDetailOf(deps, id, assignee);
  if (!detail) throw notFound('Request');
  return detail;
}

/** The whole request; 404 when it does not exist or this caller may not see it. */
export const detailAnswer = async (deps: Deps, caller: Staff | ApiKey, id: number) => ({
  request: await detailOf(deps, id, onlyOwn(caller)),
});

export const get: UseCase<typeof requests.get> = (deps, actor, { params }) => detailAnswer(deps, actor, params.id);

/** Earlier notes of a request (404 when the caller may not see it). */
export const notes: UseCase<typeof requests.notes> = async (deps, actor, { params: { id }, query: { before } }) => {
  if (!(await findRequest(deps.db, id, onlyOwn(actor)))) throw notFound('Request');
  const { n: total } = await noteCountOf(deps.db, id).executeTakeFirstOrThrow();
  const end = Math.min(before === undefined ? total : before - 1, total);
  const skipped = Math.max(0, end - shownOfRequest.notes);
  const rows = end > skipped ? await notesBehind(deps.db, id, { skipped, most: end - skipped }) : [];
  const text = presentNotes(rows, deps.settings.business.time_zone);
  return { notes: text, first: rows.length ? skipped + 1 : null, notes_total: total };
};

/** Earlier files of a request (404 when the caller may not see it). */
export const files: UseCase<typeof requests.files> = async (deps, actor, { params: { id }, query: { before } }) => {
  if (!(await findRequest(deps.db, id, onlyOwn(actor)))) throw notFound('Request');
  const { total, ...part } = await gallery.listBefore(deps, id, { before, most: shownOfRequest.files });
  return { ...part, files_total: total };
};
