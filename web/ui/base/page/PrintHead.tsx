import { useBusiness } from '#web/lib/business.tsx';
import { formatDateTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import classes from './PrintHead.module.css';

type Props = {
  /** What the figures are about, such as the period and the filters. */
  facts?: readonly (string | false | null | undefined)[];
};

/** The head of figures on paper: whose they are, what they are about, and when they were printed. Not on the screen. */
export function PrintHead({ facts = [] }: Props) {
  const { name, time_zone } = useBusiness();
  const now = useNow();
  return (
    <div className={classes.head} aria-hidden>
      <span className={classes.business}>{name}</span>
      {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      <span>Printed {formatDateTime(new Date(now).toISOString(), time_zone)}</span>
    </div>
  );
}
