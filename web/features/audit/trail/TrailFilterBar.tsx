import { useQuery } from '@tanstack/react-query';
import { actionLabels, auditActionNames } from '#contract/audit-actions.ts';
import { auditEntities } from '#contract/words/audit.ts';
import { textLimits } from '#contract/words/limits.ts';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { DateRangeFields } from '#web/ui/mantine/list/DateRangeFields.tsx';
import { ClearFilters, FoldedFilters } from '#web/ui/mantine/list/Filters.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { auditQueries } from '../audit.api.ts';
import { countTrailFilters, entityLabels, rangeProblem, type TrailFilters, trailFilters } from '../audit.view.ts';
import classes from './TrailFilterBar.module.css';

type Props = { filters: TrailFilters; onChange: (change: Partial<TrailFilters>) => void };

const actionOptions = optionsOf(['', ...auditActionNames], { '': 'All Actions', ...actionLabels });
const entityOptions = optionsOf(['', ...auditEntities], { '': 'Everything', ...entityLabels });

/** The filters of the trail. On a phone they fold away. */
export function TrailFilterBar({ filters, onChange }: Props) {
  const actors = useActorOptions(filters.actor);
  return (
    <search className={classes.bar} aria-label="Filter the audit trail">
      <SearchField
        className={classes.search}
        label="Search"
        placeholder="ID, name, email, action or text"
        limit={textLimits.search}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <FoldedFilters set={countTrailFilters(filters)} className={classes.fields}>
        <ChoiceField label="Actor" options={actors} value={filters.actor} onChange={(actor) => onChange({ actor })} />
        <ChoiceField
          label="Action"
          options={actionOptions}
          value={filters.action}
          onChange={(action) => onChange({ action })}
        />
        <ChoiceField
          label="About"
          options={entityOptions}
          value={filters.entity}
          // An id belongs to one kind of thing only.
          onChange={(entity) => onChange({ entity, entity_id: '' })}
        />
        <DateRangeFields from={filters.from} to={filters.to} onChange={onChange} problem={rangeProblem(filters)} />
        <ClearFilters
          className={classes.clear}
          disabled={trailFilters.countSet(filters) === 0}
          onClick={() => onChange(trailFilters.none)}
        />
      </FoldedFilters>
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
