import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '#contract/texts/report-texts.ts';
import { rangeProblem } from '#web/domain/period-filters.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { RequestDetailModal } from '../dialog/RequestDetailModal.tsx';
import { useRequestDialog } from '../record/useRequestDialog.ts';
import { requestQueries } from '../requests.api.ts';
import { MonitorFilterBar } from './MonitorFilterBar.tsx';
import classes from './MonitorPage.module.css';
import { factsOf, listOf, monitorFilters, monitorQueryOf, PAGE_SIZE } from './monitor-filters.ts';
import { TechnicianCard } from './TechnicianCard.tsx';

const FAILURE = 'Failed to load technicians';

/** The Technician Monitor (spec §2): each technician with their counts and newest requests, filtered. */
export function Component() {
  const { filters, change } = useAddressFilters(monitorFilters);
  const { openId, open, close } = useRequestDialog();
  const [ref, isSmall] = useIsNarrow(61);
  const problem = rangeProblem(filters);
  const read = useQuery({ ...requestQueries.monitor(monitorQueryOf(filters)), enabled: problem === null });
  // With dates that are refused nothing is on its way, and the cards are not those that were asked for.
  const isStale = read.isPlaceholderData && (read.isFetching || problem !== null);
  const { technicians, matched = 0, total = 0 } = read.data ?? {};
  const opened = technicians?.find(({ requests }) => requests.some(({ id }) => id === openId));
  return (
    <>
      <PageHead title="Technician Monitor" intro="Who works on what, and how far it is." />
      <PrintHead facts={[...factsOf(filters), problem]} />
      <StaleNote reads={[read]} failure={FAILURE} />
      <MonitorFilterBar filters={filters} onChange={change} />
      <div ref={ref} className={classes.list} data-stale={isStale || undefined}>
        <List
          read={read}
          failure={FAILURE}
          rows={technicians}
          problem={problem === null ? null : { title: problem, hint: 'Choose other dates to see technicians.' }}
          isFiltered
          empty={{
            title: 'No technicians found',
            hint: 'Try another name or email, or add technicians under User Management.',
          }}
          pages={{ page: filters.page, rows: matched, size: PAGE_SIZE, onPage: (page) => change({ page }) }}
          top={
            <p className={classes.count} role="status">
              {technicians &&
                `${numberText(matched)} of ${numberText(total)} ${total === 1 ? 'technician' : 'technicians'}`}
            </p>
          }
        >
          {technicians?.map((technician) => (
            <TechnicianCard
              key={technician.id}
              technician={technician}
              isSmall={isSmall}
              allAt={listOf(technician, filters)}
              search={filters.search}
              onOpen={open}
            />
          )) ?? <CardSkeletons />}
        </List>
      </div>
      <RequestDetailModal
        id={openId}
        onClose={close}
        among={opened?.requests ?? []}
        // The newest of all that match.
        listPage={opened && { page: 1, limit: opened.requests.length, matched: opened.counts.total, more_match: false }}
        onOpen={open}
      />
    </>
  );
}

function CardSkeletons() {
  return (
    <div className={classes.list} role="status" aria-label="Loading technicians">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={220} />
      ))}
    </div>
  );
}
