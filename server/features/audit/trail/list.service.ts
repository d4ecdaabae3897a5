import type { z } from 'zod';
import type { AuditEntry, audit } from '#contract/audit.ts';
import { AUDIT_PAGE_ROWS } from '#contract/words/limits.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { windowOf } from '#server/lib/dates.ts';
import { notFound } from '#server/lib/errors.ts';
import * as repo from './list.repo.ts';
import { contentOf, fitting, peopleIn, presentEntry, summaryOf } from './list.rules.ts';
import { readTrailSearch } from './search.repo.ts';

type Json = AuditEntry['before'];

/** The users that entries name by their id. */
export async function peopleOf(deps: Deps, rows: readonly Pick<repo.EntryRow, 'before' | 'after'>[]) {
  const ids = peopleIn(rows.flatMap(({ before, after }) => [contentOf(before), contentOf(after)]));
  return ids.length ? repo.listPeople(deps.db, ids) : [];
}

type Query = Omit<z.output<typeof audit.list.query>, 'cursor'>;

/** Converts the filters of a query, with its days as instants in the business's time zone. */
export const filterOf = async (deps: Deps, { search, ...query }: Query): Promise<repo.EntryFilter> => ({
  ...query,
  ...windowOf({ period: 'custom', ...query }, deps.now(), deps.settings.business.time_zone),
  search: search === undefined ? undefined : await readTrailSearch(deps.db, search),
});

/** Lists the trail, newest first. A page costs the same at any depth, and is never larger than 60 kB. */
export const list: UseCase<typeof audit.list> = async (deps, _actor, { query: { cursor, ...query } }) => {
  const filter = await filterOf(deps, query);
  const rows = await repo.listEntries(deps.db, filter, { cursor, limit: AUDIT_PAGE_ROWS + 1 });
  const entries = fitting(rows.slice(0, AUDIT_PAGE_ROWS).map((row) => ({ ...presentEntry(row), ...summaryOf(row) })));
  const people = await peopleOf(deps, rows.slice(0, entries.length));
  const next_cursor = entries.length < rows.length ? (entries.at(-1)?.id ?? null) : null;
  return { entries, people, more_match: filter.search?.isCut ?? false, next_cursor };
};

/** Lists the users to filter the trail by. */
export const actors: UseCase<typeof audit.actors> = async (deps) => ({ actors: await repo.listActors(deps.db) });

/** Returns one entry in full. */
export const get: UseCase<typeof audit.get> = async (deps, _actor, { params }) => {
  const row = await repo.findEntry(deps.db, params.id);
  if (!row) throw notFound('Entry');
  const [before, after] = [contentOf(row.before), contentOf(row.after)];
  const people = await peopleOf(deps, [row]);
  return {
    entry: {
      ...presentEntry(row),
      before: before as Json,
      after: after as Json,
      user_agent: row.user_agent,
      summary: summaryOf(row),
    },
    people,
  };
};
