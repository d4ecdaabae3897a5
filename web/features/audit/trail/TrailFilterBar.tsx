import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { auditActionNames, auditEntities } from '#contract/audit.ts';
import { useBelow } from '#web/ui/mantine/useBelow.ts';
import { auditQueries } from '../audit.api.ts';
import {
  actionLabels,
  countTrailFilters,
  entityLabels,
  isTrailFiltered,
  noTrailFilters,
  rangeProblem,
  type TrailFilters,
} from '../audit.view.ts';
import classes from './TrailFilterBar.module.css';

type Props = { filters: TrailFilters; onChange: (change: Partial<TrailFilters>) => void };

const actionOptions = [
  { value: '', label: 'All actions' },
  ...auditActionNames.map((value) => ({ value, label: actionLabels[value] })),
];
const entityOptions = [
  { value: '', label: 'Everything' },
  ...auditEntities.map((value) => ({ value, label: entityLabels[value] })),
];

/** The filters of the trail. On a phone they fold away. */
export function TrailFilterBar({ filters, onChange }: Props) {
  const id = useId();
  const isSmall = useBelow(48);
  const [unfolded, setUnfolded] = useState(false);
  const actors = useActorOptions(filters.actor);
  const problem = rangeProblem(filters);
  const set = countTrailFilters(filters);
  return (
    <search className={classes.bar} aria-label="Filter the audit trail">
      {isSmall && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} />}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      <div id={id} className={classes.fields} hidden={isSmall && !unfolded}>
        <NativeSelect
          label="Actor"
          data={actors}
          value={filters.actor}
          onChange={(event) => onChange({ actor: event.currentTarget.value })}
        />
        <NativeSelect
          label="Action"
          data={actionOptions}
          value={filters.action}
          onChange={(event) => onChange({ action: event.currentTarget.value as TrailFilters['action'] })}
        />
        <NativeSelect
          label="About"
          data={entityOptions}
          value={filters.entity}
          // An id belongs to one kind of thing only.
          onChange={(event) => onChange({ entity: event.currentTarget.value as TrailFilters['entity'], entity_id: '' })}
        />
        <TextInput
          type="date"
          label="Start date"
          value={filters.from}
          {...(filters.to && { max: filters.to })}
          error={problem}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="End date"
          value={filters.to}
          {...(filters.from && { min: filters.from })}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
        <Button
          className={classes.clear}
          variant="default"
          leftSection={<IconFilterOff size={16} />}
          disabled={!isTrailFiltered(filters)}
          onClick={() => onChange(noTrailFilters)}
        >
          Clear Filters
        </Button>
      </div>
    </search>
  );
}

/** The people to choose from. The chosen one is among them also while the list loads, or when it could not be loaded. */
function useActorOptions(chosen: string) {
  const actors = useQuery(auditQueries.actors());
  const people = (actors.data ?? []).map(({ id, name, is_deleted }) => ({
    value: String(id),
    label: is_deleted ? `${name} (deleted)` : name,
  }));
  const options = [{ value: '', label: 'Everyone' }, { value: 'visitor', label: 'Visitors' }, ...people];
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: `User no. ${chosen}` }];
}
