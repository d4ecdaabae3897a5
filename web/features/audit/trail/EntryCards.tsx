import { Button } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import type { People } from '#contract/texts/audit-sentence.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import { numberText } from '../audit.view.ts';
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
    <CardList
      label={label}
      rows={rows}
      stale={stale}
      rowKey={({ id }) => id}
      lines={[17, 16, 17, 17, 44]}
      className={classes.card}
    >
      {(entry) => (
        <>
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
        </>
      )}
    </CardList>
  );
}
