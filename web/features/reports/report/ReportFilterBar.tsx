import { reportPeriods } from '#contract/words/reports.ts';
import { PeriodFields } from '#web/domain/PeriodFields.tsx';
import { ChoiceField } from '#web/ui/mantine/form/ChoiceField.tsx';
import { ClearFilters, FilterRow } from '#web/ui/mantine/list/Filters.tsx';
import { type ReportFilters, reportFilters } from '../reports.view.ts';

type Props = {
  filters: ReportFilters;
  onChange: (change: Partial<ReportFilters>) => void;
  /** Undefined while they load. */
  technicians: readonly { id: number; name: string }[] | undefined;
  /** Undefined while nobody is known by the chosen id. */
  chosenName: string | undefined;
  /** Why there are no technicians to choose from. */
  problem: string | null;
};

/** The filters of a report (spec §2): a period, and one technician or all. */
export function ReportFilterBar({ filters, onChange, technicians, chosenName, problem }: Props) {
  const people = (technicians ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const chosen = filters.technician;
  const isListed = chosen === '' || people.some(({ value }) => value === chosen);
  return (
    <FilterRow label="Filter the report">
      <PeriodFields
        label="Date Range"
        periods={reportPeriods}
        rangeLabels={['From', 'To']}
        filters={filters}
        onChange={onChange}
      />
      <ChoiceField
        label="Technician"
        error={problem}
        options={[
          { value: '', label: 'All Technicians' },
          ...people,
          // A technician whom the list does not have: still loading, deleted, or with another role now.
          ...(isListed
            ? []
            : [{ value: chosen, label: chosenName ?? (technicians ? 'Former technician' : 'Loading...') }]),
        ]}
        value={chosen}
        onChange={(technician) => onChange({ technician })}
      />
      <ClearFilters disabled={reportFilters.countSet(filters) === 0} onClick={() => onChange(reportFilters.none)}>
        Reset
      </ClearFilters>
    </FilterRow>
  );
}
