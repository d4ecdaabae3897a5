import { useBusiness } from '#web/lib/business.tsx';
import { formatDate, formatDateTime, formatMoment, relativeTime, shortRelativeTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import classes from './Time.module.css';

type Props = { iso: string; format?: 'relative' | 'short' | 'date' | 'datetime' | 'moment' };

/**
 * A time in the business's time zone. A relative time shows the exact one on hover and on paper, which cannot count on; a moment
 * has seconds and the zone.
 */
export function Time({ iso, format = 'datetime' }: Props) {
  const { time_zone: zone } = useBusiness();
  const now = useNow();
  const exact = formatDateTime(iso, zone);
  const text = {
    relative: () => relativeTime(iso, now, zone),
    short: () => shortRelativeTime(iso, now, zone),
    date: () => formatDate(iso, zone),
    datetime: () => exact,
    moment: () => formatMoment(iso, zone),
  };
  const isRelative = format === 'relative' || format === 'short';
  return (
    <time
      dateTime={iso}
      title={isRelative || format === 'date' ? exact : undefined}
      {...(isRelative && { className: classes.relative, 'data-exact': exact })}
    >
      <span>{text[format]()}</span>
    </time>
  );
}
