import type { audit } from '#contract/audit.ts';
import { peopleOf as namesOf } from '#contract/texts/audit-sentence.ts';
import { filteredInName } from '#contract/words/file-names.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { type CsvColumn, csvFile, setFilters } from '#server/lib/csv.ts';
import { sheetTime, windowInName } from '#server/lib/dates.ts';
import * as repo from './list.repo.ts';
import { nameOfThing, sentenceOfRow } from './list.rules.ts';
import { filterOf, peopleOf } from './list.service.ts';

/** Entries of one statement: the export of a million is a thousand short reads. */
const PAGE = 1_000;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

type Line = repo.EntryRow & {
  /** What the screen says of the entry. */
  sentence: string;
};

/** Times are given in UTC and in the business's time zone. */
const columnsOf = (zone: string): readonly CsvColumn<Line>[] => [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Time (UTC)', value: ({ at }) => at?.toISOString() ?? null },
  { header: `Time (${zone})`, value: ({ at }) => at && sheetTime(at, zone) },
  { header: 'Actor', value: ({ actor_name }) => actor_name },
  { header: 'Actor ID', value: ({ actor_id }) => actor_id },
  { header: 'Role', value: ({ actor_role }) => actor_role },
  { header: 'What happened', value: ({ sentence }) => sentence },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Entity', value: ({ entity }) => entity },
  { header: 'Entity ID', value: ({ entity_id }) => entity_id },
  { header: 'About', value: nameOfThing },
  { header: 'Before', value: ({ before }) => json(before) },
  { header: 'After', value: ({ after }) => json(after) },
  { header: 'IP address', value: ({ ip }) => ip },
  { header: 'User agent', value: ({ user_agent }) => user_agent },
  { header: 'Sealed', value: ({ sealed }) => (sealed ? 'yes' : 'no') },
];

/** @param start the entry that the newest one comes before */
async function* pagesOf(deps: Deps, filter: repo.EntryFilter, start: string | undefined) {
  let cursor = start;
  for (;;) {
    const rows = await repo.listEntries(deps.db, filter, { cursor, limit: PAGE });
    const people = namesOf(await peopleOf(deps, rows));
    yield rows.map((row): Line => ({ ...row, sentence: sentenceOfRow(row, people) }));
    cursor = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}

/** The filtered trail as a CSV file, up to now. The export is itself an entry of the trail, before its first line is sent. */
const exportEntries: UseCase<typeof audit.export> = async (deps, actor, { query }) => {
  const own = await deps.transaction(async (tx) => {
    await announce(tx, actor, { type: 'audit.exported', filters: setFilters(query) });
    return repo.newestOf(tx, actor.id);
  });
  const zone = deps.settings.business.time_zone;
  const filter = await filterOf(deps, query);
  const { from: _from, to: _to, ...others } = query;
  return csvFile(
    `audit-trail-${filteredInName(others)}${windowInName(filter, deps.now(), zone)}.csv`,
    columnsOf(zone),
    pagesOf(deps, filter, own),
  );
};

export { exportEntries as export };
