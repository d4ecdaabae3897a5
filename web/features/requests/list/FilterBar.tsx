import { textLimits } from '#contract/words/limits.ts';
import { periods, priorities, priorityLabels, sorts, statuses, statusLabels } from '#contract/words/requests.ts';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { DateRangeFields } from '#web/ui/mantine/list/DateRangeFields.tsx';
import { ClearFilters, FoldedFilters } from '#web/ui/mantine/list/Filters.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import {
  assignmentLabels,
  countFolded,
  type Filters,
  isFiltered,
  periodLabels,
  rangeProblem,
  requestFilters,
  sortLabels,
} from '../requests.filters.ts';
import classes from './FilterBar.module.css';
import { TownField } from './TownField.tsx';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Whether the time may be a range of two dates. */
  withRange: boolean;
};

const statusOptions = optionsOf(['', ...statuses], { '': 'All Statuses', ...statusLabels });
const priorityOptions = optionsOf(['', ...priorities], { '': 'All Priorities', ...priorityLabels });
const assignmentOptions = optionsOf(['', 'assigned', 'unassigned'], { '': 'All', ...assignmentLabels });
const periodOptions = optionsOf(periods, periodLabels);
const sortOptions = optionsOf(sorts, sortLabels);

/** The filters of a list of requests (spec §2 Admin Dashboard, Admin All Requests). Every change returns to the first page. */
export function FilterBar({ filters, onChange, withRange }: Props) {
  const change = (part: Partial<Filters>) => onChange({ ...part, page: 1 });
  return (
    <search className={classes.room} aria-label="Filter requests">
      <div className={classes.bar}>
        <SearchField
          label="Search"
          placeholder="ID, title, name, email, phone"
          limit={textLimits.search}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <FoldedFilters set={countFolded(filters)} className={classes.rest}>
          <ChoiceField
            label="Status"
            options={statusOptions}
            value={filters.status}
            onChange={(status) => change({ status })}
          />
          <ChoiceField
            label="Priority"
            options={priorityOptions}
            value={filters.priority}
            onChange={(priority) => change({ priority })}
          />
          <ChoiceField
            label="Assignment"
            options={assignmentOptions}
            value={filters.assignment}
            onChange={(assignment) => change({ assignment })}
          />
          <TownField value={filters.town} onChange={(town) => change({ town })} />
          <ChoiceField
            label="Time"
            options={withRange ? periodOptions : periodOptions.filter(({ value }) => value !== 'custom')}
            value={filters.period}
            onChange={(period) => change({ period })}
          />
          <ChoiceField label="Sort" options={sortOptions} value={filters.sort} onChange={(sort) => change({ sort })} />
          <ClearFilters
            disabled={!isFiltered(filters)}
            onClick={() => onChange({ ...requestFilters.none, sort: filters.sort })}
          />
          {filters.period === 'custom' && (
            <div className={classes.range}>
              <DateRangeFields from={filters.from} to={filters.to} onChange={change} problem={rangeProblem(filters)} />
            </div>
          )}
        </FoldedFilters>
      </div>
    </search>
  );
}
