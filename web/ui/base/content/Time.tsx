import { useBusiness } from '#web/lib/business.tsx';
import { formatDate, formatDateTime, formatMoment, relativeTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';

type Props = { iso: string; format?: 'relative' | 'date' | 'datetime' | 'moment' };

/** A time in the business's time zone. A relative time shows the exact one on hover; a moment has seconds and the zone. */
export function Time({ iso, format = 'datetime' }: Props) {
  const { time_zone: zone } = useBusiness();
  const now = useNow();
  const exact = formatDateTime(iso, zone);
  const text = {
    relative: () => relativeTime(iso, now, zone),
    date: () => formatDate(iso, zone),
    datetime: () => exact,
    moment: () => formatMoment(iso, zone),
  };
  return (
    <time dateTime={iso} title={format === 'relative' || format === 'date' ? exact : undefined}>
      {text[format]()}
    </time>
  );
}
