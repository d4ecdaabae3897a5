import type { RequestDetail } from '#contract/request-answers.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './RecordedEvidence.module.css';
import shared from './record.module.css';

type Evidence = RequestDetail['evidence'][number];

function RecordedBy({ record }: { record: Evidence }) {
  return (
    <p className={classes.recorded}>
      {record.signed_name && (
        <>
          Typed by <bdi>{record.signed_name}</bdi>.{' '}
        </>
      )}
      Recorded by <bdi>{record.recorded_by ?? 'Unknown'}</bdi> on <Time iso={record.recorded_at} />
    </p>
  );
}

/** What the customer wrote about the current completion. */
export function Feedback({ request }: { request: RequestDetail }) {
  if (!request.customer_notes) return null;
  return (
    <Panel title="Customer Feedback" tone="accent">
      <p className={shared.feedback} dir="auto">
        {request.customer_notes}
      </p>
    </Panel>
  );
}

/** The customer's signature for the current completion, with who recorded it and when. */
export function Signature({ request }: { request: RequestDetail }) {
  if (!request.signature) return null;
  const record = request.evidence.find(({ current }) => current);
  return (
    <Panel title="Customer Signature">
      <img className={classes.signature} src={request.signature.file_path} alt="Customer signature" />
      {record && <RecordedBy record={record} />}
    </Panel>
  );
}

/** The ratings and signatures of completions that were reopened. They no longer count, but stay visible. */
export function EarlierEvidence({ evidence }: Pick<RequestDetail, 'evidence'>) {
  const earlier = evidence.filter(({ current }) => !current);
  if (earlier.length === 0) return null;
  return (
    <Panel title="Earlier Completions" {...(earlier.some(({ unseen }) => unseen) && { tone: 'accent' as const })}>
      <ul className={classes.earlier} aria-label="Earlier Completions">
        {earlier.map((record) => (
          <li key={record.recorded_at} className={classes.given}>
            <p className={classes.recorded}>
              <Stars rating={record.rating} /> {record.unseen && <Badge tone="warning">Waits for the office</Badge>}
            </p>
            {record.customer_notes && (
              <p className={shared.feedback} dir="auto">
                {record.customer_notes}
              </p>
            )}
            {record.signature && (
              <img className={classes.signature} src={record.signature.file_path} alt="Earlier customer signature" />
            )}
            <RecordedBy record={record} />
            {record.reopened_by && (
              <p className={classes.recorded}>
                Reopened by <bdi>{record.reopened_by}</bdi>.
                {record.unseen &&
                  ' The request stays among the low ratings until the office assigns it or sets its status.'}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
