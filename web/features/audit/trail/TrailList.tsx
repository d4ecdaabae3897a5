import { Button, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AuditEntry, audit } from '#contract/audit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import { paths } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import {
  countText,
  entityLabels,
  numberText,
  type People,
  peopleOf,
  rangeProblem,
  type TrailFilters,
  trailFilters,
} from '../audit.view.ts';
import { EntryCards } from './EntryCards.tsx';
import { EntryMoment, EntrySentence } from './EntrySentence.tsx';
import classes from './TrailList.module.css';

type Pages = { pages: ResponseOf<typeof audit.list>[] };
type Props = { list: UseInfiniteQueryResult<Pages>; filters: TrailFilters; onOpen: (id: string) => void };

const FAILURE = 'Failed to load the audit trail';

const columnsOf = (people: People, onOpen: (id: string) => void): Column<AuditEntry>[] => [
  { key: 'at', header: 'Time', width: '15rem', cell: (entry) => <EntryMoment entry={entry} /> },
  { key: 'what', header: 'What happened', cell: (entry) => <EntrySentence entry={entry} people={people} /> },
  { key: 'ip', header: 'IP address', width: '9rem', cell: ({ ip }) => <span className={classes.ip}>{ip}</span> },
  {
    key: 'sealed',
    header: 'Seal',
    width: '6.5rem',
    cell: ({ sealed }) => <Badge tone={sealed ? 'success' : 'neutral'}>{sealed ? 'Sealed' : 'Waiting'}</Badge>,
  },
  {
    key: 'details',
    onScreenOnly: true,
    header: 'Details',
    width: '7rem',
    cell: ({ id }) => (
      <Button variant="default" size="xs" aria-label={`View entry ${numberText(id)}`} onClick={() => onOpen(id)}>
        View
      </Button>
    ),
  },
];

const unmatched = {
  title: 'No entries match your filters',
  hint: 'Change the search or the dates, or clear the filters, to see more.',
};
const nothing = {
  title: 'No entries found',
  hint: 'Every change appears here as soon as it is made.',
};

/** The entries of the trail, newest first, as a table or, where that is too wide, as cards. */
export function TrailList({ list, filters, onOpen }: Props) {
  const [ref, isSmall] = useIsNarrow(56);
  const isFiltered = trailFilters.countSet(filters) > 0;
  const title = rangeProblem(filters);
  const outOfOrder = title === null ? null : { title, hint: 'Choose other dates to see entries.' };
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ entries }) => entries);
  const people = peopleOf(pages?.flatMap((page) => page.people) ?? []);
  const listProps = { label: 'Entries', rows, stale: list.isPlaceholderData };
  return (
    <div ref={ref} className={classes.list}>
      <List
        read={list}
        failure={FAILURE}
        rows={rows}
        problem={outOfOrder}
        isFiltered={isFiltered}
        empty={isFiltered ? unmatched : nothing}
        top={
          <>
            <VisuallyHidden component="h2">Entries</VisuallyHidden>
            {filters.entity && filters.entity_id && (
              <Notice tone="info" action={<Link to={paths.auditorTrail()}>Show all</Link>}>
                Only entries about one thing: <OneThing filters={filters} entry={rows?.[0]} />.
              </Notice>
            )}
            {pages?.[0]?.more_match && (
              <Notice tone="info">
                More than {numberText(MATCHED_MAX)} requests or messages match this search: entries about the newest{' '}
                {numberText(MATCHED_MAX)} are listed. More words find older ones.
              </Notice>
            )}
            <p className={classes.count} role="status">
              {rows && rows.length > 0 && countText(rows.length, list.hasNextPage)}
            </p>
          </>
        }
      >
        {isSmall ? (
          <EntryCards {...listProps} people={people} onOpen={onOpen} />
        ) : (
          <DataTable {...listProps} minWidth={940} rowKey={({ id }) => id} columns={columnsOf(people, onOpen)} />
        )}
      </List>
      {list.isFetchNextPageError && <Notice tone="danger">{messageOf(list.error, FAILURE)}</Notice>}
      {list.hasNextPage && (
        <Button
          className={classes.older}
          variant="default"
          loading={list.isFetchingNextPage}
          disabled={list.isPlaceholderData}
          onClick={() => void list.fetchNextPage()}
        >
          Load Older
        </Button>
      )}
    </div>
  );
}

/** The thing of the filter by its name, which its entries have; its number stands in the address, and behind what has no name. */
function OneThing({ filters, entry }: { filters: TrailFilters; entry: AuditEntry | undefined }) {
  const isSame = entry?.entity === filters.entity && entry?.entity_id === filters.entity_id;
  const known = isSame && (entry?.thing?.name ?? entry?.known_as);
  const kind = filters.entity && entityLabels[filters.entity];
  if (!known) return `${kind}, number ${filters.entity_id}`;
  return (
    <>
      {kind},{' '}
      <strong>
        <bdi>{known}</bdi>
      </strong>{' '}
      (number {filters.entity_id})
    </>
  );
}
