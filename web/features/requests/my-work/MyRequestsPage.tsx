import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { textLimits } from '#contract/words/limits.ts';
import { useKeptQuery } from '#web/lib/kept-reads/useKeptQuery.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { asNumber, withLayer } from '#web/ui/base/behaviour/history-layers.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { REQUEST_LAYER, useRequestDialog } from '../record/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { keptSchemas, requestQueries, useRefreshRequests } from '../requests.api.ts';
import { WorkOrderModal } from '../work/WorkOrderModal.tsx';
import { DETAILS_LAYER, MyRequestDialog } from './MyRequestDialog.tsx';
import { foundWork, workOf, workSearch } from './my-work.ts';
import { OutboxBar } from './OutboxBar.tsx';
import { WorkList } from './WorkList.tsx';
import classes from './work-list.module.css';

/** My Requests (spec §2): the requests assigned to the user, each opening its details. The list reloads when they close. */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const work = useRequestDialog();
  const details = useHistoryLayer(DETAILS_LAYER, asNumber);
  const refresh = useRefreshRequests();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && details.value === null) void refresh();
    wasOpen.current = details.value !== null;
  }, [details.value, refresh]);
  /** Replaces the details by the work order, so that Back leads to the list. */
  const workOn = (id: number) =>
    void navigate(
      { pathname, search: location.search },
      { state: withLayer(null, REQUEST_LAYER, id), replace: true, preventScrollReset: true },
    );
  const { filters, change } = useAddressFilters(workSearch);
  const [ref, isSmall] = useIsNarrow(52);
  const mine = useKeptQuery({ ...requestQueries.mine(), schema: keptSchemas.mine });
  return (
    <>
      <PageHead title="My Requests" intro="Everything that is assigned to you, open work first." />
      <PrintHead facts={[filters.search && `Search: ${filters.search}`]} />
      <OutboxBar openId={work.openId} onOpen={work.open} />
      <StaleNote reads={[mine]} failure="Failed to load requests" />
      <div ref={ref} className={shared.list}>
        <h2 className={classes.heading}>Assigned to You</h2>
        <search aria-label="Search my requests">
          <SearchField
            className={classes.search}
            label="Search"
            placeholder="ID, title, name, address or phone"
            limit={textLimits.search}
            value={filters.search}
            onChange={(search) => change({ search })}
          />
        </search>
        <WorkList
          label="My Requests"
          mine={mine}
          rows={mine.data && foundWork(workOf(mine.data.requests), filters.search)}
          isWhole={filters.search !== ''}
          search={filters.search}
          unmatchedHint="Change the search to see more."
          isSmall={isSmall}
          action="View"
          onOpen={details.open}
        />
      </div>
      <MyRequestDialog id={details.value} onClose={details.close} onWork={workOn} />
      <WorkOrderModal id={work.openId} onClose={work.close} />
    </>
  );
}
