import { updateViewBody, type View, type views } from '#contract/views.ts';
import { chosenTables, VIEWS_MAX, viewTexts } from '#contract/words/views.ts';
import type { UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { changedFields, enteredFields } from '#server/lib/changes.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { refuseMet } from '../users/users.versions.service.ts';
import * as repo from './views.repo.ts';
import { knownChoice, storedChoice, storedView } from './views.rules.ts';

const contentOf = ({ name, query, ...choice }: repo.ViewRow): repo.Content => ({
  name,
  query,
  ...knownChoice(choice),
});

const present = (row: repo.ViewRow): View => ({ id: row.id, ...contentOf(row), version: row.version });

/** Refuses a name that another view of the same person has. */
function refuseTaken(own: readonly repo.ViewRow[], name: string, id: number | null): void {
  const isTaken = own.some((row) => row.name === name && row.id !== id);
  if (isTaken) throw invalid([{ field: 'name', message: viewTexts.nameTaken }]);
}

/** Lists the caller's views, oldest first, and their chosen columns. */
export const list: UseCase<typeof views.list> = async (deps, actor) => {
  const [rows, choices] = await Promise.all([repo.listOf(deps.db, actor.id), repo.listTablesOf(deps.db, actor.id)]);
  const tables = choices.flatMap(({ table_name, hidden, density }) => {
    const table = chosenTables.find((one) => one === table_name);
    return table ? [{ table, ...knownChoice({ hidden, density }) }] : [];
  });
  return { views: rows.map(present), tables };
};

/** Saves a view. A name that the caller already uses is refused, so that a view saved on another device is not overwritten unseen. */
export const create: UseCase<typeof views.create> = async (deps, actor, { body }) => {
  const row = await deps.transaction(async (tx, deps) => {
    await repo.lockOwner(tx, actor.id);
    const own = await repo.listOf(tx, actor.id);
    refuseTaken(own, body.name, null);
    if (own.length >= VIEWS_MAX) throw invalid([{ field: 'name', message: viewTexts.tooMany }]);
    const made = await repo.insert(tx, actor.id, body, deps.now());
    await announce(tx, actor, { type: 'view.created', id: made.id, view: contentOf(made) });
    return made;
  });
  return { view: present(row) };
};

/** What the refusal of an edit calls the parts of a view. */
const called = { query: 'filters', hidden: 'columns' };

/** Replaces a view of the caller's, unless the same part was changed elsewhere since (409); 404 for another person's. */
export const update: UseCase<typeof views.update> = async (deps, actor, { params, body }) => {
  const { version, ...wanted } = body;
  const row = await deps.transaction(async (tx, deps) => {
    await repo.lockOwner(tx, actor.id);
    const own = await repo.listOf(tx, actor.id);
    const before = own.find(({ id }) => id === params.id);
    if (!before) throw notFound('View');
    const now = contentOf(before);
    const changes = { ...(await repo.changesOf(tx, before.id)), changed_by: actor.id };
    const mine = enteredFields(updateViewBody, { row: changes, now }, wanted, version);
    const last = { what: 'this view', at: before.changed_at };
    await refuseMet(tx, deps, changes, version, { now, wanted: mine, last, called });
    const content = { ...now, ...mine };
    refuseTaken(own, content.name, before.id);
    if (!changedFields(now, content)) return before;
    const after = await repo.replace(tx, actor.id, before.id, storedView(content, before), deps.now());
    await announce(tx, actor, {
      type: 'view.changed',
      id: after.id,
      before: contentOf(before),
      after: contentOf(after),
    });
    return after;
  });
  return { view: present(row) };
};

/** Deletes a view of the caller's; 404 for another person's and for a missing one. */
export const remove: UseCase<typeof views.remove> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx) => {
    await repo.lockOwner(tx, actor.id);
    const row = await repo.deleteOf(tx, actor.id, params.id);
    if (!row) throw notFound('View');
    await announce(tx, actor, { type: 'view.deleted', id: row.id, view: contentOf(row) });
  });
  return { message: 'View deleted successfully' };
};

/** Sets the caller's columns and density for one table. */
export const chooseTable: UseCase<typeof views.chooseTable> = async (deps, actor, { body }) => {
  const { table, ...choice } = body;
  await deps.transaction(async (tx) => {
    await repo.lockOwner(tx, actor.id);
    const before = await repo.findTable(tx, actor.id, table);
    const known = before ? knownChoice(before) : null;
    if (known && !changedFields(known, choice)) return;
    await repo.writeTable(tx, actor.id, table, before ? storedChoice(choice, before) : choice);
    await announce(tx, actor, { type: 'table.chosen', table, before: known, after: choice });
  });
  return { table: body };
};
