import { NativeSelect, type NativeSelectProps } from '@mantine/core';

export type Option<T extends string> = { value: T; label: string; disabled?: boolean };

/** The options of a closed list of values. */
export const optionsOf = <T extends string>(values: readonly T[], labels: Record<NoInfer<T>, string>): Option<T>[] =>
  values.map((value) => ({ value, label: labels[value] }));

type Props<T extends string> = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  options: readonly Option<T>[];
  value: NoInfer<T>;
  onChange: (value: T) => void;
};

/** A select of a closed list: it reports one of its options. */
export const ChoiceField = <T extends string>({ options, value, onChange, ...rest }: Props<T>) => (
  <NativeSelect
    {...rest}
    data={options}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = options.find((option) => option.value === currentTarget.value);
      if (chosen) onChange(chosen.value);
    }}
  />
);
