import { TextInput } from '@mantine/core';
import { useState } from 'react';

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
    <DateField label={labels[0]} value={from} max={to} error={problem} onChange={(day) => onChange({ from: day })} />
    <DateField
      label={labels[1]}
      value={to}
      min={from}
      error={problem !== null}
      onChange={(day) => onChange({ to: day })}
    />
  </>
);

/** Whether a browser reports a year that is still being typed: 0002, 0020 and 0202 come before 2026. */
const isHalfTyped = (day: string) => day !== '' && day < '1000';

type FieldProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  error: string | boolean | null;
  onChange: (day: string) => void;
};

/** A date. A year that is being typed is reported when it has four digits, or when the field is left. */
function DateField({ value, min, max, error, onChange, ...rest }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const report = (day: string) => {
    setTyped(null);
    onChange(day);
  };
  return (
    <TextInput
      {...rest}
      type="date"
      value={typed ?? value}
      {...(min && { min })}
      {...(max && { max })}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget }) => (isHalfTyped(currentTarget.value) ? setTyped : report)(currentTarget.value)}
      onBlur={() => typed !== null && report(typed)}
    />
  );
}
