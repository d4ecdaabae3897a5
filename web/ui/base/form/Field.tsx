import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { pressSubmit } from '../behaviour/submit-key.ts';
import classes from './Field.module.css';
import { FieldError } from './FieldError.tsx';
import { useTextLimit } from './useTextLimit.ts';

type Frame = { label: string; error?: string | undefined; hint?: ReactNode; optional?: boolean };
/** A field of free text. `limit` is the most characters that may be sent; longer text stays, and the excess is counted. */
type TextFrame = Frame & { limit?: number };

function useFrame({ label, error: refusal, hint, optional, limit }: TextFrame) {
  const id = useId();
  const { tooLong, onInput } = useTextLimit(id, limit);
  const error = tooLong ?? refusal;
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
  return { wrap, attributes, onInput };
}

/** A labelled input with its hint and its error, for the public pages. */
export function TextField({
  limit,
  label,
  error,
  hint,
  optional = false,
  ...input
}: TextFrame & ComponentProps<'input'>) {
  const { wrap, attributes, onInput } = useFrame({ label, error, hint, optional, ...(limit && { limit }) });
  return wrap(<input {...input} {...attributes} onInput={onInput} />);
}

export function TextArea({
  limit,
  label,
  error,
  hint,
  optional = false,
  ...area
}: TextFrame & ComponentProps<'textarea'>) {
  const { wrap, attributes, onInput } = useFrame({ label, error, hint, optional, ...(limit && { limit }) });
  return wrap(<textarea {...area} {...attributes} onInput={onInput} onKeyDown={pressSubmit} />);
}

export function SelectField({ label, error, hint, optional = false, ...select }: Frame & ComponentProps<'select'>) {
  const { wrap, attributes } = useFrame({ label, error, hint, optional });
  return wrap(<select {...select} {...attributes} />);
}

/** A password field with a button that shows the password, because it is easily mistyped on a phone. */
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
