import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requestFile } from '../files.ts';
import { requestDetail } from '../request-answers.ts';
import { pathId, rowId } from '../text.ts';

export const params = z.strictObject({ id: pathId });
export const detailAnswer = z.object({ request: requestDetail });

/** The reads of one request. */
export const detail = {
  get: endpoint({
    kind: 'json',
    summary: 'Returns one request with its files, notes, history and evidence.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id',
    access: ['admin', 'technician', 'auditor'],
    key: 'requests:read',
    params,
    response: detailAnswer,
  }),
  notes: endpoint({
    kind: 'json',
    summary: 'Returns earlier notes of a request, in the shape of `notes` in the request.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id/notes',
    access: ['admin', 'technician', 'auditor'],
    key: 'requests:read',
    params,
    /** The number of a note, where the oldest one has the number 1: the notes before it. The newest ones when left out. */
    query: z.strictObject({ before: pathId.optional() }),
    /** At most `shownOfRequest.notes`. `first` is the number of the first of them; null when there is none. */
    response: z.object({ notes: z.string(), first: rowId.nullable(), notes_total: z.int().min(0) }),
  }),
  files: endpoint({
    kind: 'json',
    summary: 'Returns earlier files of a request, oldest first.',
    refuses: ['not_found'],
    method: 'GET',
    path: '/requests/:id/files',
    access: ['admin', 'technician', 'auditor'],
    key: 'requests:read',
    params,
    /** A file of the request: the files before it. The newest ones when left out. */
    query: z.strictObject({ before: z.uuid().optional() }),
    /** At most `shownOfRequest.files`. */
    response: z.object({ files: z.array(requestFile), more: z.boolean(), files_total: z.int().min(0) }),
  }),
};
