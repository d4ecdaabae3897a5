import type { RequestDetail } from '#contract/request-answers.ts';
import { numberText } from '#contract/texts/report-texts.ts';
import { statuses, statusLabels } from '#contract/words/requests.ts';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './record.module.css';
import { correctedNames } from './request-changes.ts';
import { TrailLink } from './TrailLink.tsx';

type Change = RequestDetail['history'][number];

const labelOf = (value: string | null) => {
  const status = statuses.find((known) => known === value);
  return <strong>{status ? statusLabels[status] : value}</strong>;
};
const nameOf = (name: string | null) => (
  <strong>
    <bdi>{name}</bdi>
  </strong>
);

/** Describes one change. */
function Words({ change, by, from, to, fields }: Change) {
  if (change === 'refusal') {
    return <>Update not saved, because the request was {to === null ? 'unassigned' : <>assigned to {nameOf(to)}</>}</>;
  }
  if (change === 'details') return <>Details corrected: {correctedNames(fields ?? [])}</>;
  if (change === 'status') {
    return from === null ? (
      <>
        {by === null ? 'Submitted' : 'Entered'} as {labelOf(to)}
      </>
    ) : (
      <>
        Status from {labelOf(from)} to {labelOf(to)}
      </>
    );
  }
  if (to === null) return <>No longer assigned to {nameOf(from)}</>;
  return from === null ? (
    <>Assigned to {nameOf(to)}</>
  ) : (
    <>
      Assigned to {nameOf(to)}, before that to {nameOf(from)}
    </>
  );
}

type Props = { request: Pick<RequestDetail, 'id' | 'history' | 'history_total'> };

/** All changes of status and assignee, and all corrections, newest first: who, when and what. The audit trail has everything else. */
export function Timeline({ request: { id, history, history_total } }: Props) {
  const earlier = history_total - history.length;
  return (
    <Panel title="Timeline" aside={<TrailLink id={id} />}>
      {history.length === 0 ? (
        <p className={classes.none}>Nothing has changed yet</p>
      ) : (
        <ol className={classes.notes} aria-label="Timeline" reversed>
          {history.toReversed().map((change, index) => (
            // Two changes at the same time differ only by their index from the oldest, which never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest
            <li key={history_total - index} className={classes.note}>
              <span className={classes.noteHead}>
                <Time iso={change.at} /> · <bdi>{change.by ?? 'Customer'}</bdi>
              </span>
              <p className={classes.noteBody}>
                <Words {...change} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {earlier > 0 && (
        <p className={classes.none}>{`The audit trail has ${numberText(earlier)} more, from before these.`}</p>
      )}
    </Panel>
  );
}
