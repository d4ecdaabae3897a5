import { reportPeriods } from '#contract/words/reports.ts';
import { ChoiceField, optionsOf } from '#web/ui/mantine/ChoiceField.tsx';
import { DateRangeFields } from '#web/ui/mantine/DateRangeFields.tsx';
import { ClearFilters, FilterRow } from '#web/ui/mantine/Filters.tsx';
import { isFiltered, noFilters, periodLabels, type ReportFilters, rangeProblem } from '../reports.view.ts';

type Props = {
  filters: ReportFilters;
  onChange: (change: Partial<ReportFilters>) => void;
  /** Undefined while they load. */
  technicians: readonly { id: number; name: string }[] | undefined;
};

const periodOptions = optionsOf(reportPeriods, periodLabels);

/** The filters of a report (spec §2): a period, and one technician or all. */
export function ReportFilterBar({ filters, onChange, technicians }: Props) {
  const people = (technicians ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const chosen = String(filters.technician || '');
  const isListed = chosen === '' || people.some(({ value }) => value === chosen);
  return (
    <FilterRow label="Filter the report">
      <ChoiceField
        label="Date Range"
        options={periodOptions}
        value={filters.period}
        onChange={(period) => onChange({ period })}
      />
      {filters.period === 'custom' && (
        <DateRangeFields
          from={filters.from}
          to={filters.to}
          onChange={onChange}
          problem={rangeProblem(filters)}
          labels={['From', 'To']}
        />
      )}
      <ChoiceField
        label="Technician"
        options={[
          { value: '', label: 'All Technicians' },
          ...people,
          // A technician whom the list does not have: still loading, or deleted.
          ...(isListed ? [] : [{ value: chosen, label: technicians ? 'Former technician' : 'Loading...' }]),
        ]}
        value={chosen}
        onChange={(technician) => onChange({ technician: Number(technician) })}
      />
      <ClearFilters disabled={!isFiltered(filters)} onClick={() => onChange(noFilters)}>
        Reset
      </ClearFilters>
    </FilterRow>
  );
}
