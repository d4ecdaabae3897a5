import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import classes from './Field.module.css';
import { FieldError } from './FieldError.tsx';

type Frame = { label: string; error?: string | undefined; hint?: ReactNode; optional?: boolean };

function useFrame({ label, error, hint, optional }: Frame) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const wrap = (control: ReactNode) => (
    <div className={classes.field}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
        {optional && <span className={classes.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {control}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
  const attributes = {
    id,
    className: classes.control,
    'aria-invalid': Boolean(error),
    'aria-describedby': described || undefined,
    'aria-required': !optional,
  };
  return { wrap, attributes };
}

/** A labelled input with its hint and its error, for the public forms. */
export function TextField({ label, error, hint, optional = false, ...input }: Frame & ComponentProps<'input'>) {
  const { wrap, attributes } = useFrame({ label, error, hint, optional });
  return wrap(<input {...input} {...attributes} />);
}

export function TextArea({ label, error, hint, optional = false, ...area }: Frame & ComponentProps<'textarea'>) {
  const { wrap, attributes } = useFrame({ label, error, hint, optional });
  return wrap(<textarea {...area} {...attributes} />);
}

export function SelectField({ label, error, hint, optional = false, ...select }: Frame & ComponentProps<'select'>) {
  const { wrap, attributes } = useFrame({ label, error, hint, optional });
  return wrap(<select {...select} {...attributes} />);
}

/** A password that can be shown: what is typed on a phone is easily mistyped. */
export function PasswordField({ label, error, hint, optional = false, ...input }: Frame & ComponentProps<'input'>) {
  const { wrap, attributes } = useFrame({ label, error, hint, optional });
  const [isShown, setShown] = useState(false);
  return wrap(
    <div className={classes.secret}>
      <input
        {...input}
        {...attributes}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className={classes.show}
        aria-controls={attributes.id}
        aria-describedby={`${attributes.id}-label`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>,
  );
}
