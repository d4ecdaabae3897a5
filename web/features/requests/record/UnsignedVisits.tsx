import type { RequestDetail } from '#contract/request-answers.ts';
import { unsignedLabels } from '#web/domain/request-labels.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './RecordedEvidence.module.css';
import shared from './record.module.css';

/** The visits that ended without a signature, newest first. An open one waits for the office. */
export function UnsignedVisits({ visits }: { visits: RequestDetail['unsigned_visits'] }) {
  if (visits.length === 0) return null;
  return (
    <Panel title="Visits Without a Signature" {...(visits.some(({ open }) => open) && { tone: 'accent' as const })}>
      <ul className={classes.earlier} aria-label="Visits Without a Signature">
        {visits.map((visit) => (
          <li key={visit.recorded_at} className={classes.given}>
            <p className={classes.recorded}>
              {unsignedLabels[visit.kind]} {visit.open && <Badge tone="warning">Waits for the office</Badge>}
            </p>
            <p className={shared.feedback} dir="auto">
              {visit.reason}
            </p>
            <p className={classes.recorded}>
              Confirmed by <bdi>{visit.recorded_by}</bdi> on <Time iso={visit.recorded_at} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
