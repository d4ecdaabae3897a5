import { Button, VisuallyHidden } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AuditEntry, audit } from '#contract/audit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { peopleOf } from '#contract/texts/audit-sentence.ts';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import { paths } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { countText, entityLabels, numberText, rangeProblem, type TrailFilters, trailFilters } from '../audit.view.ts';
import { EntryRows } from './EntryRows.tsx';
import classes from './TrailList.module.css';

type Pages = { pages: ResponseOf<typeof audit.list>[] };
type Props = { list: UseInfiniteQueryResult<Pages>; filters: TrailFilters; onOpen: (id: string) => void };

const FAILURE = 'Failed to load the audit trail';

const unmatched = {
  title: 'No entries match your filters',
  hint: 'Change the search or the dates, or clear the filters, to see more.',
};
const nothing = {
  title: 'No entries found',
  hint: 'Every change appears here as soon as it is made.',
};

/** The entries of the trail, newest first. */
export function TrailList({ list, filters, onOpen }: Props) {
  const isFiltered = trailFilters.countSet(filters) > 0;
  const title = rangeProblem(filters);
  const outOfOrder = title === null ? null : { title, hint: 'Choose other dates to see entries.' };
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ entries }) => entries);
  const people = peopleOf(pages?.flatMap((page) => page.people) ?? []);
  return (
    <div className={classes.list}>
      <List
        read={list}
        failure={FAILURE}
        rows={rows}
        search={filters.search}
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
              {/* With dates that are refused nobody knows how many there are. */}
              {rows &&
                rows.length > 0 &&
                !outOfOrder &&
                countText(rows.length, { pages: pages?.length ?? 0, older: list.hasNextPage })}
            </p>
          </>
        }
      >
        <EntryRows label="Entries" rows={rows} stale={list.isPlaceholderData} people={people} onOpen={onOpen} />
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
