import { useBusiness } from '#web/lib/business.tsx';
import { formatDateTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import classes from './PrintHead.module.css';

type Props = { period: string | undefined; technician: string | undefined };

/** The head of a printed report: whose it is, of which days, and when it was made. Not on the screen. */
export function PrintHead({ period, technician }: Props) {
  const { name, time_zone } = useBusiness();
  const now = useNow();
  return (
    <div className={classes.head} aria-hidden>
      <span className={classes.business}>{name}</span>
      <span>Period: {period}</span>
      {technician && <span>Technician: {technician}</span>}
      <span>Printed {formatDateTime(new Date(now).toISOString(), time_zone)}</span>
    </div>
  );
}
