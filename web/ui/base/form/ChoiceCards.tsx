import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Tone } from '../style/tone.ts';
import classes from './ChoiceCards.module.css';
import { FieldError } from './FieldError.tsx';

type Props = {
  label: string;
  options: readonly { value: string; label: string; tone: Tone }[];
  field: UseFormRegisterReturn;
  error?: string | undefined;
  disabled?: boolean;
};

/** A choice of a few, all visible and large enough for a thumb. Made of radio buttons, so that arrow keys work. */
export function ChoiceCards({ label, options, field, error, disabled = false }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label} <span aria-hidden>*</span>
      </legend>
      <div className={classes.choices} data-error={Boolean(error) || undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.choice} data-tone={option.tone}>
            <input type="radio" value={option.value} {...field} disabled={disabled} aria-invalid={Boolean(error)} />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
