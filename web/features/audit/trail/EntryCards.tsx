import { Button, Skeleton } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { numberText, type People } from '../audit.view.ts';
import classes from './EntryCards.module.css';
import { EntryMoment, EntrySentence } from './EntrySentence.tsx';

type Props = {
  label: string;
  rows: readonly AuditEntry[] | undefined;
  stale: boolean;
  people: People;
  onOpen: (id: string) => void;
};

/** The entries as cards, for small screens. */
export function EntryCards({ label, rows, stale, people, onOpen }: Props) {
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={!rows || stale} data-stale={stale || undefined}>
      {rows
        ? rows.map((entry) => (
            <li key={entry.id} className={classes.card}>
              <div className={classes.top}>
                <EntryMoment entry={entry} />
                {!entry.sealed && <Badge tone="neutral">Waiting</Badge>}
              </div>
              <EntrySentence entry={entry} people={people} />
              <Button
                variant="default"
                fullWidth
                aria-label={`View entry ${numberText(entry.id)}`}
                onClick={() => onOpen(entry.id)}
              >
                View
              </Button>
            </li>
          ))
        : ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height={12} width="50%" />
              <Skeleton height={16} width="90%" />
              <Skeleton height={40} />
            </li>
          ))}
    </ul>
  );
}
