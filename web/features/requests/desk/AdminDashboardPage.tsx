import { IconCircleCheck, IconClipboardList, IconClockHour4, IconProgress, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Status, statusLabels } from '#contract/words/requests.ts';
import { statusTones } from '#web/domain/request-labels.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { StatCard, StatRow } from '#web/ui/mantine/list/StatCard.tsx';
import { requestQueries } from '../requests.api.ts';
import { AttentionLinks } from './AttentionLinks.tsx';
import { type FilterProps, RequestDesk } from './RequestDesk.tsx';

const cards = [
  ['pending', IconClockHour4],
  ['assigned', IconUserCheck],
  ['in_progress', IconProgress],
  ['completed', IconCircleCheck],
] as const;

/** The Admin Dashboard (spec §2): counts that filter the list, filters kept in the address, and all requests. */
export function Component() {
  const { user } = useSession();
  const stats = useQuery(requestQueries.stats());
  const cardsOf = ({ filters, onChange }: FilterProps) => {
    const show = (status: Status | '') => onChange({ status, page: 1 });
    return (
      <StatRow label="Requests by status">
        <StatCard
          label="Total Requests"
          value={stats.data?.total}
          tone="neutral"
          icon={<IconClipboardList size={16} />}
          pressed={filters.status === ''}
          onPress={() => show('')}
        />
        {cards.map(([status, Icon]) => (
          <StatCard
            key={status}
            label={statusLabels[status]}
            value={stats.data?.[status]}
            tone={statusTones[status]}
            icon={<Icon size={16} />}
            pressed={filters.status === status}
            onPress={() => show(filters.status === status ? '' : status)}
          />
        ))}
      </StatRow>
    );
  };
  return (
    <RequestDesk
      title="Admin Dashboard"
      intro={`Welcome, ${user?.name ?? ''}`}
      action={({ filters }) => <AttentionLinks current={filters.attention} />}
      // Without counts the cards would look as if they were still loading.
      top={(desk) => !stats.isLoadingError && cardsOf(desk)}
      reads={[stats]}
      table="admin-dashboard"
    />
  );
}
