import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { List } from '#web/ui/mantine/list/List.tsx';
import { auditQueries } from '../audit.api.ts';
import { peopleOf, trailFilters } from '../audit.view.ts';
import { EntryDialog, useEntryLayer } from '../trail/EntryDialog.tsx';
import { EntryRows } from '../trail/EntryRows.tsx';
import classes from './NewestEntries.module.css';

const SHOWN = 6;

/** The newest entries of the trail, each of which opens. */
export function NewestEntries() {
  const id = useId();
  // The trail's own first page, which is there at once when the auditor goes on to the trail.
  const list = useInfiniteQuery(auditQueries.list(trailFilters.none));
  const entry = useEntryLayer();
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ entries }) => entries).slice(0, SHOWN);
  return (
    <section className={classes.newest} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          Newest Entries
        </h2>
        <Link to={paths.auditorTrail()}>All entries</Link>
      </div>
      <List
        read={list}
        failure="Failed to load the newest entries"
        rows={rows}
        empty={{ title: 'No entries found', hint: 'Every change appears here as soon as it is made.' }}
      >
        <EntryRows
          label="Entries"
          rows={rows}
          stale={list.isPlaceholderData}
          people={peopleOf(pages?.flatMap((page) => page.people) ?? [])}
          onOpen={entry.open}
        />
      </List>
      <EntryDialog id={entry.value} onClose={entry.close} />
    </section>
  );
}
