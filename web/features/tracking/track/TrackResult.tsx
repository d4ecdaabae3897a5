import type { TrackedRequest } from '#contract/tracking.ts';
import { paths } from '#contract/words/paths.ts';
import { type Status, statusLabels, stepStatuses } from '#contract/words/requests.ts';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { formatDateTime } from '#web/lib/dates.ts';
import '#web/ui/base/style/tones.css';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import classes from './TrackResult.module.css';
import { TrackShare } from './TrackShare.tsx';

/** What a status means to the customer (spec §2 Track). */
const statusExplanations: Record<Status, string> = {
  pending: 'Your request is being reviewed by our office.',
  assigned: 'A technician has been assigned to your request.',
  in_progress: 'The work is being performed now.',
  completed: 'The work has been completed.',
  cancelled: 'This request has been cancelled.',
};

/** The clock time in the business's time zone, with seconds, so that every refresh is visible. */
const formatClock = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone }).format(new Date(iso));

/** The steps of a request. A cancelled request has none of them. */
const steps: readonly Status[] = stepStatuses;

type Props = { request: TrackedRequest; checkedAt: string | null; isStale: boolean };

/** The status of a tracked request, in a customer's words (spec §2 Track). */
export function TrackResult({ request, checkedAt, isStale }: Props) {
  const { time_zone, phone, calls } = useBusiness();
  const formatAt = (iso: string) => formatDateTime(iso, time_zone);
  const reached = steps.indexOf(request.status);
  return (
    <section className={classes.result} aria-labelledby="tracked">
      <PrintHead facts={[new URL(paths.track(), location.origin).href]} />
      <div className={classes.head}>
        <h2 id="tracked">{request.title}</h2>
        <StatusBadge status={request.status} />
      </div>
      <p className={classes.explanation} data-status={request.status} role="status">
        {statusExplanations[request.status]}
      </p>
      {reached >= 0 && (
        <ol className={classes.road} aria-label="Progress">
          {steps.map((status, index) => (
            <li
              key={status}
              data-reached={index <= reached || undefined}
              aria-current={index === reached ? 'step' : undefined}
            >
              <span className={classes.lamp} aria-hidden />
              {statusLabels[status]}
            </li>
          ))}
        </ol>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Tracking ID</dt>
          <dd className={classes.id}>{request.external_id}</dd>
        </div>
        <div>
          <dt>Priority</dt>
          <dd>
            <PriorityBadge priority={request.priority} />
          </dd>
        </div>
        <div>
          <dt>Submitted</dt>
          <dd>{formatAt(request.created_at)}</dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{formatAt(request.updated_at)}</dd>
        </div>
      </dl>
      <div className={classes.timeline}>
        <h3>Timeline</h3>
        <ol>
          {request.timeline.map((step) => (
            <li key={`${step.status}-${step.at}`}>
              <span>{statusLabels[step.status]}</span>
              <time dateTime={step.at}>{formatAt(step.at)}</time>
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.fresh}>
        {checkedAt && (
          <p data-stale={isStale || undefined}>
            Last checked at {formatClock(checkedAt, time_zone)}.{' '}
            <span className={classes.again}>
              {isStale ? 'Right now nobody answers; we keep trying.' : 'This page looks again by itself.'}
            </span>
          </p>
        )}
        <TrackShare trackingId={request.external_id} title={request.title} />
      </div>
      <p className={classes.help}>
        Questions? Call <a href={calls.phone}>{phone}</a> and name your tracking ID.
      </p>
    </section>
  );
}
