import { Button } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import type { People } from '#contract/texts/audit-sentence.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Found } from '#web/ui/base/content/Found.tsx';
import { type Column, DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import { numberText } from '../audit.view.ts';
import { EntryCards } from './EntryCards.tsx';
import classes from './EntryRows.module.css';
import { EntryMoment, EntrySentence } from './EntrySentence.tsx';

const columnsOf = (people: People, onOpen: (id: string) => void): Column<AuditEntry>[] => [
  { key: 'at', header: 'Time', width: '15rem', cell: (entry) => <EntryMoment entry={entry} /> },
  { key: 'what', header: 'What happened', cell: (entry) => <EntrySentence entry={entry} people={people} /> },
  {
    key: 'ip',
    header: 'IP address',
    width: '9rem',
    cell: ({ ip }) => (
      <span className={classes.ip}>
        <Found>{ip}</Found>
      </span>
    ),
  },
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

type Props = {
  label: string;
  /** Undefined while they load. */
  rows: readonly AuditEntry[] | undefined;
  stale: boolean;
  people: People;
  onOpen: (id: string) => void;
};

/** Entries as a table or, where that is too wide, as cards. */
export function EntryRows(props: Props) {
  const { people, onOpen, ...listed } = props;
  const [ref, isSmall] = useIsNarrow(56);
  return (
    <div ref={ref} className={classes.rows}>
      {isSmall ? (
        <EntryCards {...props} />
      ) : (
        <DataTable {...listed} minWidth={940} rowKey={({ id }) => id} columns={columnsOf(people, onOpen)} />
      )}
    </div>
  );
}
