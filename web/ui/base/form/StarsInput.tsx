import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from '../content/Stars.module.css';
import { FieldError } from './FieldError.tsx';

const STEPS = [1, 2, 3, 4, 5];
const words = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

type Props = {
  label: string;
  value: number;
  onChange: (rating: number) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/**
 * Takes a rating. The five stars are a radio group, so that arrow keys and screen readers work. Stars under the mouse only get a
 * colored outline: filled ones are a rating that was given.
 */
export function StarsInput({ label, value, onChange, error, disabled = false }: Props) {
  const id = useId();
  const [hovered, setHovered] = useState(0);
  const preview = disabled ? 0 : hovered;
  return (
    <fieldset className={classes.input} aria-describedby={error ? `${id}-error` : undefined} disabled={disabled}>
      <legend>
        {label} <span aria-hidden>*</span>
      </legend>
      <div className={classes.choices} onPointerLeave={() => setHovered(0)}>
        {STEPS.map((step) => (
          <label
            key={step}
            className={classes.choice}
            data-on={step <= value || undefined}
            data-preview={(step > value && step <= preview) || undefined}
            // Only a mouse that moves: a page that scrolls brings the stars under one that rests, too.
            onPointerMove={({ pointerType, movementX, movementY }) => {
              if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setHovered(step);
            }}
          >
            <input
              type="radio"
              name={`${id}-stars`}
              value={step}
              checked={value === step}
              onChange={() => onChange(step)}
              aria-label={`${step} ${step === 1 ? 'star' : 'stars'}, ${words[step]}`}
              aria-invalid={Boolean(error)}
            />
            {step <= value ? <IconStarFilled size={32} aria-hidden /> : <IconStar size={32} stroke={1.4} aria-hidden />}
          </label>
        ))}
        <span className={classes.word} aria-hidden>
          {words[value]}
        </span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
