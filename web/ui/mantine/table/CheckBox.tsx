import type { ChangeEvent } from 'react';
import classes from './CheckBox.module.css';

type Props = {
  label: string;
  checked: boolean;
  /** Whether only a part of what it stands for is chosen. */
  mixed?: boolean;
  disabled?: boolean;
  /** As large as a finger needs. */
  isLarge?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A checkbox without visible text, for rows, cards and heads of tables. The space around it takes presses as well. */
export function CheckBox({ label, checked, mixed = false, disabled = false, isLarge = false, onChange }: Props) {
  return (
    <label className={classes.area} data-large={isLarge || undefined}>
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

/** How many rows of the page are chosen, and what chooses all of them, or none. */
export type WholePage = Pick<Props, 'onChange'> & { chosen: number; shown: number };

/** The checkbox of all rows of the page. */
export const PageCheckBox = ({ chosen, shown, ...rest }: WholePage & Pick<Props, 'isLarge'>) => (
  <CheckBox
    {...rest}
    label="Select all on this page"
    checked={chosen > 0 && chosen === shown}
    mixed={chosen > 0 && chosen !== shown}
    disabled={shown === 0}
  />
);
