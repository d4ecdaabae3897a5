import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requestDetail } from '../request-answers.ts';
import { updateWithFilesBody } from '../request-forms.ts';
import { pathId, rowId } from '../text.ts';
import { PHOTOS_MAX } from '../words/files.ts';

const params = z.strictObject({ id: pathId });
const settled = z.object({ request: requestDetail });

/** Who left unsent work on a device: their id, and the SHA-256 (hex) of the token of a session of theirs, ended or not. */
const owner = {
  technician_id: z.union([rowId, pathId], { error: 'Not a valid id' }),
  proof: z.string().regex(/^[0-9a-f]{64}$/, 'Not a valid proof'),
};

/** The most requests that one question may name. A phone holds one update of each. */
const ASKED_MAX = 200;

export const refusedWork = {
  ask: endpoint({
    kind: 'json',
    summary:
      "Says which of the work on a device the office takes without its technician: they can't sign in, or the request isn't theirs anymore.",
    refuses: ['forbidden'],
    method: 'POST',
    path: '/refused-work/ask',
    access: 'public',
    asksOnly: true,
    body: z.strictObject({ ...owner, request_ids: z.array(rowId).max(ASKED_MAX) }),
    limit: { calls: 60, seconds: 3600 },
    response: z.object({ request_ids: z.array(rowId) }),
  }),
  handOver: endpoint({
    kind: 'json',
    summary: "Hands over a work order update that its technician can't send anymore. The office saves or discards it.",
    refuses: ['forbidden', 'not_found', 'conflict'],
    method: 'POST',
    path: '/refused-work/request/:id',
    access: 'public',
    params,
    body: updateWithFilesBody.extend(owner),
    files: { field: 'images', max: PHOTOS_MAX, kind: 'images' },
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
    status: 201,
    response: z.object({ message: z.string() }),
  }),
  save: endpoint({
    kind: 'json',
    summary: 'Saves refused work to its request: all of it, or only its notes and photos.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/refused-work/:id/save',
    access: ['admin', 'technician'],
    params,
    body: z.strictObject({ parts: z.enum(['all', 'notes_and_photos']).default('all') }),
    response: settled,
  }),
  discard: endpoint({
    kind: 'json',
    summary: 'Discards refused work. Its files stay stored, and the trail names who did it.',
    refuses: ['not_found', 'conflict'],
    method: 'POST',
    path: '/refused-work/:id/discard',
    access: ['admin', 'technician'],
    params,
    response: settled,
  }),
};
