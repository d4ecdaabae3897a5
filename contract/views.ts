import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { longText, pathId, requiredText, rowId, seenVersion, withoutHidden } from './text.ts';
import {
  chosenTables,
  densities,
  HIDDEN_COLUMNS_MAX,
  VIEW_NAME_MAX,
  VIEW_QUERY_MAX,
  viewTexts,
} from './words/views.ts';

/** The key of a column on the screens. An unknown key hides nothing. */
export const columnKey = z.string().regex(/^[a-z][a-z_]{0,39}$/, 'Not a column');
const choices = {
  /** The keys of the hidden columns. */
  hidden: z
    .array(columnKey)
    .max(HIDDEN_COLUMNS_MAX, `Must be at most ${HIDDEN_COLUMNS_MAX} columns`)
    .transform((keys) => [...new Set(keys)]),
  density: z.enum(densities),
};
const chosen = z.object({ hidden: z.array(z.string()), density: z.enum(densities) });

/** A named set of filters of the request list, with columns and density. */
const view = chosen.extend({
  id: rowId,
  name: z.string(),
  /** The filters as in the list's URL. Screens ignore unknown ones. */
  query: z.string(),
  /** Increases with every change. Send it back with an edit. */
  version: rowId,
});
export type View = z.infer<typeof view>;

/** The content of a view as the audit trail records it. */
export const viewContent = view.pick({ name: true, query: true, hidden: true, density: true });

const tableChoice = chosen.extend({ table: z.enum(chosenTables) });

const content = {
  name: withoutHidden(requiredText(viewTexts.nameRequired, VIEW_NAME_MAX)),
  query: longText('Must be text', VIEW_QUERY_MAX),
  ...choices,
};
const example = { name: 'North lot', query: 'search=north&status=pending', hidden: ['rating'], density: 'compact' };

export const createViewBody = z.strictObject(content).meta({ examples: [example] });
export const updateViewBody = z
  .strictObject({ ...content, version: seenVersion })
  .meta({ examples: [{ ...example, version: 1 }] });
export const chooseTableBody = z
  .strictObject({ table: z.enum(chosenTables), ...choices })
  .meta({ examples: [{ table: 'all-requests', hidden: ['customer'], density: 'comfortable' }] });

const params = z.strictObject({ id: pathId });
const desk = ['admin', 'auditor'] as const;

/** Users can read and change only their own views. Others return 404. */
export const views = {
  list: endpoint({
    kind: 'json',
    summary: "Lists the caller's saved views and the columns they chose for each table.",
    refuses: [],
    method: 'GET',
    path: '/views',
    access: desk,
    response: z.object({ views: z.array(view), tables: z.array(tableChoice) }),
  }),
  create: endpoint({
    kind: 'json',
    summary: 'Saves a new view.',
    refuses: [],
    method: 'POST',
    path: '/views',
    access: desk,
    body: createViewBody,
    status: 201,
    response: z.object({ view }),
  }),
  update: endpoint({
    kind: 'json',
    summary: 'Replaces the name and content of a view.',
    refuses: ['not_found', 'conflict'],
    method: 'PUT',
    path: '/views/:id',
    access: desk,
    params,
    body: updateViewBody,
    edits: ['name', 'query'],
    response: z.object({ view }),
  }),
  remove: endpoint({
    kind: 'json',
    summary: 'Deletes a view.',
    refuses: ['not_found'],
    method: 'DELETE',
    path: '/views/:id',
    access: desk,
    params,
    response: z.object({ message: z.string() }),
  }),
  chooseTable: endpoint({
    kind: 'json',
    summary: "Sets the caller's columns and density for one table.",
    refuses: [],
    method: 'PUT',
    path: '/views/tables',
    access: desk,
    body: chooseTableBody,
    response: z.object({ table: tableChoice }),
  }),
};
