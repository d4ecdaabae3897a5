import { textLimits } from '#contract/words/limits.ts';
import { periods, statusLabels, stepStatuses } from '#contract/words/requests.ts';
import { PeriodFields } from '#web/domain/PeriodFields.tsx';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { ClearFilters, FilterRow } from '#web/ui/mantine/list/Filters.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { type MonitorFilters, monitorFilters } from './monitor-filters.ts';

type Props = { filters: MonitorFilters; onChange: (change: Partial<MonitorFilters>) => void };

const statusOptions = optionsOf(['', ...stepStatuses], { '': 'All Statuses', ...statusLabels });

/** The filters of the Technician Monitor (spec §2). Every change returns to the first page. */
export function MonitorFilterBar({ filters, onChange }: Props) {
  const change = (part: Partial<MonitorFilters>) => onChange({ ...part, page: 1 });
  return (
    <FilterRow label="Filter technicians">
      <SearchField
        label="Search"
        placeholder="Name or email"
        limit={textLimits.search}
        value={filters.search}
        onChange={(search) => change({ search })}
      />
      <ChoiceField
        label="Status"
        options={statusOptions}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <PeriodFields
        label="Date"
        periods={periods}
        rangeLabels={['From Date', 'To Date']}
        filters={filters}
        onChange={change}
      />
      <ClearFilters disabled={monitorFilters.countSet(filters) === 0} onClick={() => onChange(monitorFilters.none)} />
    </FilterRow>
  );
}
