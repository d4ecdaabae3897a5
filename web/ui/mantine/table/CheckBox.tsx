import type { ChangeEvent } from 'react';
import classes from './CheckBox.module.css';

type Props = {
  label: string;
  checked: boolean;
  /** Whether only a part of what it stands for is chosen. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A checkbox without visible text, for rows and heads of tables. The space around it takes presses as well. */
export function CheckBox({ label, checked, mixed = false, disabled = false, onChange }: Props) {
  return (
    <label className={classes.area}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = mixed;
        }}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
    </label>
  );
}
