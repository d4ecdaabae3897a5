import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RequestDetail } from '#contract/requests.ts';
import { userQueries } from '#web/features/users/users.api.ts';
import { useLast } from '#web/ui/base/useLastValue.ts';
import { Dialog } from '#web/ui/mantine/Dialog.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/StaleNote.tsx';
import { FileGallery } from '../detail/FileGallery.tsx';
import { REQUEST_LAYER } from '../detail/useRequestDialog.ts';
import { requestQueries } from '../requests.api.ts';
import { AssignTab } from './AssignTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { QuickStats } from './QuickStats.tsx';
import classes from './RequestDetailModal.module.css';
import { StatusTab } from './StatusTab.tsx';

type Props = { id: number | null; onClose: () => void };

/** The admin's view of one request (spec §2): details, files, assignment and status. */
export function RequestDetailModal({ id, onClose }: Props) {
  const shown = useLast(id);
  return (
    <Dialog
      layer={REQUEST_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && <Title id={shown} />}
      width={880}
      steady
    >
      {shown !== null && <Body id={shown} />}
    </Dialog>
  );
}

function Title({ id }: { id: number }) {
  const { data } = useQuery(requestQueries.detail(id));
  if (!data) return 'Request';
  return (
    <>
      Request #{data.external_id} - <bdi>{data.title}</bdi>
    </>
  );
}

function Body({ id }: { id: number }) {
  const detail = useQuery(requestQueries.detail(id));
  // Loaded here and not in the tab, so that both requests run in parallel.
  const staff = useQuery(userQueries.list());
  const failure = 'Failed to load request details';
  if (detail.isLoadingError) {
    return <ErrorState title={failure} onRetry={() => detail.refetch()} busy={detail.isFetching} />;
  }
  if (!detail.data) return <DetailSkeleton />;
  return (
    <>
      <StaleNote reads={[detail]} failure={failure} />
      <QuickStats request={detail.data} />
      <DetailTabs request={detail.data} staff={staff} />
    </>
  );
}

type TabsProps = {
  request: RequestDetail;
  staff: Parameters<typeof AssignTab>[0]['staff'];
};

function DetailTabs({ request, staff }: TabsProps) {
  return (
    <Tabs defaultValue="details" className={classes.tabs} keepMounted keepMountedMode="display-none">
      <Tabs.List className={classes.tabList} aria-label="Request">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="files">Files ({request.files.length})</Tabs.Tab>
        <Tabs.Tab value="assignment">Assignment</Tabs.Tab>
        <Tabs.Tab value="status">Status</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" className={classes.panel} tabIndex={0}>
        <DetailsTab request={request} />
      </Tabs.Panel>
      <Tabs.Panel value="files" className={classes.panel} tabIndex={0}>
        <FileGallery files={request.files} />
      </Tabs.Panel>
      <Tabs.Panel value="assignment" className={classes.form}>
        <AssignTab request={request} staff={staff} />
      </Tabs.Panel>
      <Tabs.Panel value="status" className={classes.form}>
        <StatusTab request={request} />
      </Tabs.Panel>
    </Tabs>
  );
}

function DetailSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading request">
      <Skeleton height={20} width="60%" />
      <Skeleton height={40} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="70%" />
      <Skeleton height={14} width="75%" />
      <Skeleton height={90} />
    </div>
  );
}
