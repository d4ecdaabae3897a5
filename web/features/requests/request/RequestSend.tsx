import { IconPhone } from '@tabler/icons-react';
import { useBusiness } from '#web/lib/business.tsx';
import { telLink, widestClosed } from '#web/lib/hours.ts';
import type { OpenState } from '#web/lib/open-state.ts';
import actions from '#web/ui/base/Action.module.css';
import classes from './RequestForm.module.css';

/** How far the upload is, and the way to stop it. */
export function RequestProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  return (
    <div className={classes.progress}>
      <span>{progress < 1 ? `Uploading, ${Math.round(progress * 100)} %` : 'Checking your files'}</span>
      <button type="button" className={classes.link} onClick={onCancel}>
        Cancel
      </button>
      <progress aria-label="Upload" max={1} value={progress} />
    </div>
  );
}

/** One of the two places of the button: what is not shown there now is out of reach, too. */
function Submit({ look, isAway, isSending, isHydrated }: { look: string; isAway: boolean } & Waiting) {
  return (
    <button
      type="submit"
      className={look}
      data-away={isAway || undefined}
      // Until the script is here a press would put what was typed into the address.
      disabled={!isHydrated}
      // Not disabled while it sends: that would throw the focus out of the form.
      aria-disabled={isSending || undefined}
    >
      {isSending ? 'Submitting' : 'Submit Request'}
    </button>
  );
}

const readFrom = (opens: string | null) =>
  `Please call: ${opens ? `nobody reads a request before the office opens ${opens}.` : 'nobody reads requests now.'}`;

type Waiting = { isHydrated: boolean; isSending: boolean };

/**
 * The form's end. An emergency outside office hours is by phone (spec §1): there the call is what to do, and the submission
 * says when somebody will read it. Both ways to end have their places from the start, so that none moves.
 */
export function RequestSend({
  isEmergency,
  hasFailed,
  office,
  ...waiting
}: Waiting & { isEmergency: boolean; hasFailed: boolean; office: OpenState | null }) {
  const business = useBusiness();
  const { emergency_phone } = business;
  const closed = isEmergency && office?.isOpen === false ? office : null;
  const longest = widestClosed(business).opens;
  return (
    <div className={classes.end}>
      <div className={classes.places} role="status">
        <p data-away={closed !== null || undefined}>
          {hasFailed ? 'Nothing is lost. Press Submit Request to try again.' : 'You get a tracking ID at once.'}
        </p>
        <p data-away={closed === null || undefined}>{closed && readFrom(closed.opens)}</p>
        {/* Unseen, it keeps the room of the line above. */}
        <p data-away aria-hidden="true">
          {readFrom(longest)}
        </p>
      </div>
      <div className={classes.actions}>
        <div className={classes.places}>
          <Submit
            look={`${actions.primary} ${classes.submit} ${classes.primary}`}
            isAway={closed !== null}
            {...waiting}
          />
          <a
            className={`${actions.primary} ${classes.call}`}
            href={telLink(emergency_phone)}
            data-away={closed === null || undefined}
          >
            <IconPhone size={20} aria-hidden />
            Call {emergency_phone}
          </a>
        </div>
        <div className={classes.places}>
          <Submit look={`${actions.secondary} ${classes.submit}`} isAway={closed === null} {...waiting} />
        </div>
      </div>
    </div>
  );
}
