import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { readTrackingId } from '#contract/words/tracking-id.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { lastRequest } from '#web/lib/forms/last-request.stored.ts';
import { hoursText } from '#web/lib/hours.ts';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import classes from './TrackPage.module.css';

/** Shown before a request is tracked: where to find the tracking ID, and what to do without it. */
export function TrackHelp() {
  const { phone, hours, calls } = useBusiness();
  const sent = useHydrated() ? lastRequest.read() : null;
  const last = typeof sent === 'string' ? readTrackingId(sent) : null;
  return (
    <section className={classes.help} aria-labelledby="track-help">
      <h2 id="track-help">No ID at hand?</h2>
      <p>It was shown when the request was sent. You can paste a whole message or link: the ID is found in it.</p>
      <p>
        The office can look it up by your name or email address: <a href={calls.phone}>{phone}</a>, {hoursText(hours)}.
      </p>
      {last === null ? (
        <p>
          Nothing sent yet? <Link to={paths.request()}>Request Service</Link>
        </p>
      ) : (
        <p key="last">
          Your last request in this tab: <Link to={paths.track(last)}>{last}</Link>
        </p>
      )}
    </section>
  );
}

/** The outline of the result while it loads. */
export function TrackLoading() {
  return (
    <div className={classes.loading} role="status">
      <span className={classes.said}>Looking up your request</span>
      <span className={classes.bar} />
      <span className={classes.bar} />
      <span className={classes.bar} />
    </div>
  );
}
