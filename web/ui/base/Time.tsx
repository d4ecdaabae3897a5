import { useBusiness } from '#web/lib/business.tsx';
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';

type Props = { iso: string; as?: 'relative' | 'date' | 'datetime' };

/** A time in the business's zone; relative ones tell the exact time on hover. */
export function Time({ iso, as = 'datetime' }: Props) {
  const { time_zone: zone } = useBusiness();
  const now = useNow();
  const exact = formatDateTime(iso, zone);
  const text = {
    relative: () => relativeTime(iso, now, zone),
    date: () => formatDate(iso, zone),
    datetime: () => exact,
  };
  return (
    <time dateTime={iso} title={as === 'datetime' ? undefined : exact}>
      {text[as]()}
    </time>
  );
}
