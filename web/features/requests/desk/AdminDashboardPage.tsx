import { IconCircleCheck, IconClipboardList, IconClockHour4, IconProgress, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Status, statusLabels } from '#contract/words/requests.ts';
import { statusTones } from '#web/domain/request-labels.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { StatCard, StatRow } from '#web/ui/mantine/list/StatCard.tsx';
import { RequestDetailModal } from '../dialog/RequestDetailModal.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilteredList } from '../list/FilteredList.tsx';
import { useRequestDialog } from '../record/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { requestQueries } from '../requests.api.ts';
import { requestFilters } from '../requests.filters.ts';
import { AttentionLinks } from './AttentionLinks.tsx';
import { AttentionNote } from './AttentionNote.tsx';

const cards = [
  ['pending', IconClockHour4],
  ['assigned', IconUserCheck],
  ['in_progress', IconProgress],
  ['completed', IconCircleCheck],
] as const;

const showingText = (matched: string, total: string) => `Showing ${matched} of ${total} requests`;

/** The Admin Dashboard (spec §2): counts that filter the list, filters kept in the address, and all requests. */
export function Component() {
  const { user } = useSession();
  const { filters, change } = useAddressFilters(requestFilters);
  const { openId, open, close } = useRequestDialog();
  const stats = useQuery(requestQueries.stats());
  const list = useQuery(requestQueries.list(filters));
  const toggleStatus = (status: Status | '') => change({ status: filters.status === status ? '' : status, page: 1 });
  // Without counts the cards would look as if they were still loading.
  const unknown = stats.isLoadingError;
  return (
    <div className={shared.page}>
      <PageHead
        title="Admin Dashboard"
        intro={`Welcome, ${user?.name ?? ''}`}
        action={<AttentionLinks current={filters.attention} />}
      />
      {!unknown && (
        <StatRow label="Requests by status">
          <StatCard
            label="Total Requests"
            value={stats.data?.total}
            tone="neutral"
            icon={<IconClipboardList size={16} />}
            pressed={filters.status === ''}
            onPress={() => change({ status: '', page: 1 })}
          />
          {cards.map(([status, Icon]) => (
            <StatCard
              key={status}
              label={statusLabels[status]}
              value={stats.data?.[status]}
              tone={statusTones[status]}
              icon={<Icon size={16} />}
              pressed={filters.status === status}
              onPress={() => toggleStatus(status)}
            />
          ))}
        </StatRow>
      )}
      <FilterBar filters={filters} onChange={change} withRange />
      <FilteredList
        list={list}
        filters={filters}
        onChange={change}
        onOpen={open}
        table="admin-dashboard"
        countText={showingText}
        notes={
          <>
            <AttentionNote filters={filters} onChange={change} />
            <StaleNote reads={[stats, list]} failure="Failed to load requests" />
          </>
        }
        withRating
      />
      <RequestDetailModal
        id={openId}
        onClose={close}
        among={list.data?.requests ?? []}
        listPage={list.data}
        onOpen={open}
      />
    </div>
  );
}
