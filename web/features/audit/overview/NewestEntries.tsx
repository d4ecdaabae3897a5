import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { peopleOf } from '#contract/texts/audit-sentence.ts';
import { paths } from '#contract/words/paths.ts';
import { List } from '#web/ui/mantine/list/List.tsx';
import { auditQueries } from '../audit.api.ts';
import { EntryDialog, useEntryLayer } from '../trail/EntryDialog.tsx';
import { EntryRows } from '../trail/EntryRows.tsx';
import classes from './NewestEntries.module.css';

const SHOWN = 6;

/** The newest entries of the trail, each of which opens. */
export function NewestEntries() {
  const id = useId();
  // Not the trail's own list, which is not read again while older pages of it are open.
  const list = useQuery(auditQueries.newest());
  const entry = useEntryLayer();
  const rows = list.data?.entries.slice(0, SHOWN);
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
          people={peopleOf(list.data?.people ?? [])}
          onOpen={entry.open}
        />
      </List>
      <EntryDialog id={entry.value} onClose={entry.close} />
    </section>
  );
}
