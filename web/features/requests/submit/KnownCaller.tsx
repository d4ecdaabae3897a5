import type { Customer } from '../draft/given-entries.ts';
import { type CallerField, callerFields } from '../draft/known-callers.ts';
import classes from './RequestForm.module.css';

type Props = {
  field: CallerField;
  callers: readonly Customer[];
  onFill: (field: CallerField, caller: Customer) => void;
  isSending: boolean;
};

/** The line below a field that says which customer has what an admin typed into it, and offers to fill in the rest. */
export function KnownCaller({ field, callers, onFill, isSending }: Props) {
  return (
    // The live region exists before its text, so that screen readers announce the text.
    <div role="status">
      {callers.map((caller) => (
        <p key={caller.email} className={classes.known}>
          <span>
            <bdi>{caller.name}</bdi> has this {callerFields[field]}.
          </span>
          <button type="button" className={classes.link} onClick={() => onFill(field, caller)} disabled={isSending}>
            Fill in
          </button>
        </p>
      ))}
    </div>
  );
}
