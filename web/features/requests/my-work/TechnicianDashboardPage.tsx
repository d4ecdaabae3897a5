import { IconCircleCheck, IconClipboardList, IconClockHour4, IconProgress } from '@tabler/icons-react';
import { useKeptQuery } from '#web/lib/kept-reads/useKeptQuery.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { StatCard, StatRow } from '#web/ui/mantine/list/StatCard.tsx';
import { useRequestDialog } from '../record/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { keptSchemas, requestQueries } from '../requests.api.ts';
import { WorkOrderModal } from '../work/WorkOrderModal.tsx';
import { workCounts, workFilters, workOf } from './my-work.ts';
import { OutboxBar } from './OutboxBar.tsx';
import { WorkList } from './WorkList.tsx';
import classes from './work-list.module.css';

const cards = [
  { show: '', key: 'total', label: 'Total Assigned', tone: 'neutral', Icon: IconClipboardList },
  { show: 'pending', key: 'pending', label: 'Pending', tone: 'warning', Icon: IconClockHour4 },
  { show: 'in_progress', key: 'in_progress', label: 'In Progress', tone: 'primary', Icon: IconProgress },
  { show: 'completed', key: 'completed', label: 'Completed', tone: 'success', Icon: IconCircleCheck },
] as const;

/** The Technician Dashboard (spec §2): the requests assigned to the user, each opening its work order. */
export function Component() {
  const { user } = useSession();
  const { openId, open, close } = useRequestDialog();
  const { filters, change } = useAddressFilters(workFilters);
  const [ref, isSmall] = useIsNarrow(52);
  const mine = useKeptQuery({ ...requestQueries.mine(), schema: keptSchemas.mine });
  const counts = mine.data && workCounts(mine.data.stats);
  return (
    <>
      <PageHead title="Technician Dashboard" intro={`Welcome, ${user?.name ?? ''}`} />
      <PrintHead facts={[filters.show && `Only: ${cards.find(({ show }) => show === filters.show)?.label}`]} />
      <OutboxBar openId={openId} onOpen={open} />
      <StaleNote reads={[mine]} failure="Failed to load requests" />
      {!mine.isLoadingError && (
        <StatRow label="My work by status">
          {cards.map(({ show, key, label, tone, Icon }) => (
            <StatCard
              key={key}
              label={label}
              value={counts?.[key]}
              tone={tone}
              icon={<Icon size={16} />}
              pressed={filters.show === show}
              onPress={() => change({ show: filters.show === show ? '' : show })}
            />
          ))}
        </StatRow>
      )}
      <div ref={ref} className={shared.list}>
        <h2 className={classes.heading}>My Assigned Requests</h2>
        <WorkList
          label="My Assigned Requests"
          mine={mine}
          rows={mine.data && workOf(mine.data.requests, filters.show)}
          unmatchedHint="Press Total Assigned to see all of them."
          isSmall={isSmall}
          action="Work on it"
          onOpen={open}
        />
      </div>
      <WorkOrderModal id={openId} onClose={close} />
    </>
  );
}
