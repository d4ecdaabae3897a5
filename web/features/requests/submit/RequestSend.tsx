import { IconPhone } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useBusiness } from '#web/lib/business.tsx';
import { widestClosed } from '#web/lib/hours.ts';
import type { OpenState } from '#web/lib/open-state.ts';
import actions from '#web/ui/base/style/Action.module.css';
import classes from './RequestForm.module.css';

/** The progress of the upload, with a button to cancel it. The button goes then, and the focus returns to where the sending began. */
export function RequestProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const cancel = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onCancel();
    // Of the two buttons one is hidden, and takes no focus.
    for (const submit of form?.querySelectorAll<HTMLElement>('[type=submit]') ?? []) submit.focus();
  };
  return (
    <div className={classes.progress}>
      <span>{progress < 1 ? `Uploading, ${Math.round(progress * 100)} %` : 'Checking your files'}</span>
      <button type="button" className={classes.link} onClick={cancel}>
        Cancel
      </button>
      <progress aria-label="Upload" max={1} value={progress} />
    </div>
  );
}

/** The submit button in one of its two places. The hidden one cannot be focused. */
function Submit({ className, isAway, isSending, isHydrated }: { className: string; isAway: boolean } & SendState) {
  return (
    <button
      type="submit"
      className={className}
      data-away={isAway || undefined}
      // Before hydration a submit would put the form's values into the address.
      disabled={!isHydrated}
      // aria-disabled while sending, because a disabled button loses the focus.
      aria-disabled={isSending || undefined}
    >
      {isSending ? 'Submitting' : 'Submit Request'}
    </button>
  );
}

const readFrom = (opens: string | null) =>
  `Please call: ${opens ? `nobody reads a request before the office opens ${opens}.` : 'nobody reads requests now.'}`;

type SendState = { isHydrated: boolean; isSending: boolean };

/**
 * The end of the form. Emergencies outside office hours are taken by phone (spec §1): the primary action is then the call,
 * and the note says when the office reads the request. Both actions have fixed places, so that nothing moves. An admin is the
 * office, and is asked for no call. After a failed try `advice` says what helps.
 */
export function RequestSend({
  isEmergency,
  isOffice,
  advice,
  office,
  ...state
}: SendState & { isEmergency: boolean; isOffice: boolean; advice: string | null; office: OpenState | null }) {
  const business = useBusiness();
  const { emergency_phone, calls } = business;
  const closed = isEmergency && !isOffice && office?.isOpen === false ? office : null;
  const longest = widestClosed(business).opens;
  return (
    <div className={classes.end}>
      <div className={classes.places} role="status">
        <p data-away={closed !== null || undefined}>
          {advice ? `Nothing is lost. ${advice}` : 'You get a tracking ID at once.'}
        </p>
        <p data-away={closed === null || undefined}>{closed && readFrom(closed.opens)}</p>
        {/* Invisible: reserves the room for the longest text. */}
        <p data-away aria-hidden="true">
          {readFrom(longest)}
        </p>
      </div>
      <div className={classes.actions}>
        <div className={classes.places}>
          <Submit
            className={`${actions.primary} ${classes.submit} ${classes.primary}`}
            isAway={closed !== null}
            {...state}
          />
          <a
            className={`${actions.primary} ${classes.call}`}
            href={calls.emergency_phone}
            data-away={closed === null || undefined}
          >
            <IconPhone size={20} aria-hidden />
            Call {emergency_phone}
          </a>
        </div>
        <div className={classes.places}>
          <Submit className={`${actions.secondary} ${classes.submit}`} isAway={closed === null} {...state} />
        </div>
      </div>
    </div>
  );
}
