import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { DateRangeFields } from '#web/ui/mantine/list/DateRangeFields.tsx';
import { type PeriodFilters, periodLabels, rangeProblem } from './period-filters.ts';

type Props<P extends PeriodFilters['period']> = {
  label: string;
  periods: readonly P[];
  rangeLabels: readonly [from: string, to: string];
  filters: PeriodFilters<P>;
  onChange: (change: { period?: P; from?: string; to?: string }) => void;
};

/** The choice of a period, and of its two dates when it is a custom one (spec §2 Reports & Analytics, Technician Monitor). */
export function PeriodFields<P extends PeriodFilters['period']>(props: Props<P>) {
  const { label, periods, rangeLabels, filters, onChange } = props;
  return (
    <>
      <ChoiceField
        label={label}
        options={optionsOf(periods, periodLabels)}
        value={filters.period}
        onChange={(period) => onChange({ period })}
      />
      {filters.period === 'custom' && (
        <DateRangeFields
          from={filters.from}
          to={filters.to}
          onChange={onChange}
          problem={rangeProblem(filters)}
          labels={rangeLabels}
        />
      )}
    </>
  );
}
