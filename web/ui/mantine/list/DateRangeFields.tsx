import { TextInput } from '@mantine/core';

/** Two dates as YYYY-MM-DD; '' means not set. */
type DateRange = { from: string; to: string };
type Props = DateRange & {
  onChange: (change: Partial<DateRange>) => void;
  /** What is wrong with the two dates. */
  problem: string | null;
  labels?: readonly [from: string, to: string];
};

/** Two date fields that bound each other (spec §2 Admin Dashboard). */
export const DateRangeFields = ({ from, to, onChange, problem, labels = ['Start date', 'End date'] }: Props) => (
  <>
    <TextInput
      type="date"
      label={labels[0]}
      value={from}
      {...(to && { max: to })}
      error={problem}
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label={labels[1]}
      value={to}
      {...(from && { min: from })}
      onChange={(event) => onChange({ to: event.currentTarget.value })}
    />
  </>
);
