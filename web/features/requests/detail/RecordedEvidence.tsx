import type { RequestDetail } from '#contract/requests.ts';
import { Panel } from '#web/ui/base/Panel.tsx';
import { Stars } from '#web/ui/base/Stars.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import shared from './detail.module.css';
import classes from './RecordedEvidence.module.css';

type Given = RequestDetail['evidence'][number];

function RecordedBy({ given }: { given: Given }) {
  return (
    <p className={classes.recorded}>
      Recorded by <bdi>{given.recorded_by ?? 'Unknown'}</bdi> on <Time iso={given.recorded_at} />
    </p>
  );
}

/** The customer's signature for the current completion, with who recorded it and when. */
export function Signature({ request }: { request: RequestDetail }) {
  if (!request.signature) return null;
  const given = request.evidence.find(({ current }) => current);
  return (
    <Panel title="Customer Signature">
      <img className={classes.signature} src={request.signature.file_path} alt="Customer signature" />
      {given && <RecordedBy given={given} />}
    </Panel>
  );
}

/** The ratings and signatures of completions that were reopened. They no longer count, but stay visible. */
export function EarlierEvidence({ evidence }: Pick<RequestDetail, 'evidence'>) {
  const earlier = evidence.filter(({ current }) => !current);
  if (earlier.length === 0) return null;
  return (
    <Panel title="Earlier Completions">
      <ul className={classes.earlier} aria-label="Earlier Completions">
        {earlier.map((given) => (
          <li key={given.recorded_at} className={classes.given}>
            <Stars rating={given.rating} />
            {given.customer_notes && (
              <p className={shared.feedback} dir="auto">
                {given.customer_notes}
              </p>
            )}
            {given.signature && (
              <img className={classes.signature} src={given.signature.file_path} alt="Earlier customer signature" />
            )}
            <RecordedBy given={given} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
