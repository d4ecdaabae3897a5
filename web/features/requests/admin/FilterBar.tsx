import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { textLimits } from '#contract/words/limits.ts';
import { periods, priorities, statuses } from '#contract/words/requests.ts';
import { priorityLabels, statusLabels } from '#web/domain/request-labels.ts';
import { SearchField } from '#web/ui/mantine/SearchField.tsx';
import { useBelow } from '#web/ui/mantine/useBelow.ts';
import {
  assignmentLabels,
  countSet,
  type Filters,
  isFiltered,
  noFilters,
  periodLabels,
  rangeProblem,
} from '../requests.view.ts';
import classes from './FilterBar.module.css';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Whether the time may be a range of two dates. */
  withRange: boolean;
};

const optionsOf = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

const any = (label: string) => ({ value: '', label });
const statusOptions = [any('All statuses'), ...optionsOf(statuses, statusLabels)];
const priorityOptions = [any('All priorities'), ...optionsOf(priorities, priorityLabels)];
const assignmentOptions = [any('All'), ...optionsOf(['assigned', 'unassigned'], assignmentLabels)];
const periodOptions = optionsOf(periods, periodLabels);

/** The filters of a list of requests (spec §2 Admin Dashboard, Admin All Requests). Every change returns to the first page. */
export function FilterBar({ filters, onChange, withRange }: Props) {
  const change = (part: Partial<Filters>) => onChange({ ...part, page: 1 });
  const problem = rangeProblem(filters);
  const id = useId();
  const isSmall = useBelow(48);
  const [unfolded, setUnfolded] = useState(false);
  const set = countSet(filters);
  const shown = !isSmall || unfolded;
  return (
    <search className={classes.bar} aria-label="Filter requests">
      <SearchField
        label="Search"
        placeholder="ID, title, customer or email"
        limit={textLimits.search}
        value={filters.search}
        onChange={(search) => change({ search })}
      />
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
      <div id={id} className={classes.rest} hidden={!shown}>
        <NativeSelect
          label="Status"
          data={statusOptions}
          value={filters.status}
          onChange={(event) => change({ status: event.currentTarget.value as Filters['status'] })}
        />
        <NativeSelect
          label="Priority"
          data={priorityOptions}
          value={filters.priority}
          onChange={(event) => change({ priority: event.currentTarget.value as Filters['priority'] })}
        />
        <NativeSelect
          label="Assignment"
          data={assignmentOptions}
          value={filters.assignment}
          onChange={(event) => change({ assignment: event.currentTarget.value as Filters['assignment'] })}
        />
        <NativeSelect
          label="Time"
          data={withRange ? periodOptions : periodOptions.filter(({ value }) => value !== 'custom')}
          value={filters.period}
          onChange={(event) => change({ period: event.currentTarget.value as Filters['period'] })}
        />
        <Button
          className={classes.clear}
          variant="default"
          leftSection={<IconFilterOff size={16} />}
          disabled={!isFiltered(filters)}
          onClick={() => onChange({ ...noFilters, sort: filters.sort })}
        >
          Clear Filters
        </Button>
        {filters.period === 'custom' && (
          <div className={classes.range}>
            <TextInput
              type="date"
              label="Start date"
              value={filters.from}
              {...(filters.to && { max: filters.to })}
              error={problem}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="End date"
              value={filters.to}
              {...(filters.from && { min: filters.from })}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
        )}
      </div>
    </search>
  );
}
