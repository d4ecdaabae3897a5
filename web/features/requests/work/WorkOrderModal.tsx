import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PriorityBadge } from '#web/domain/PriorityBadge.tsx';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { Facts } from '#web/ui/base/Facts.tsx';
import { Panel } from '#web/ui/base/Panel.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import { useLast } from '#web/ui/base/useLastValue.ts';
import { Dialog } from '#web/ui/mantine/Dialog.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/StaleNote.tsx';
import { CustomerFacts } from '../detail/CustomerFacts.tsx';
import { FileGallery } from '../detail/FileGallery.tsx';
import { NotesHistory } from '../detail/NotesHistory.tsx';
import { EarlierEvidence } from '../detail/RecordedEvidence.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { REQUEST_LAYER } from '../detail/useRequestDialog.ts';
import { requestQueries } from '../requests.api.ts';
import { WorkForm } from './WorkForm.tsx';
import classes from './WorkOrderModal.module.css';
import shared from './work-order.module.css';

type Props = { id: number | null; onClose: () => void };

/** A technician's work order (spec §2): the request on the left, the report on the right; on a phone one below the other. */
export function WorkOrderModal({ id, onClose }: Props) {
  const shown = useLast(id);
  return (
    <Dialog
      layer={REQUEST_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && <Title id={shown} />}
      width={1080}
    >
      {shown !== null && <Body id={shown} />}
    </Dialog>
  );
}

function Title({ id }: { id: number }) {
  const { data } = useQuery(requestQueries.detail(id));
  if (!data) return 'Work order';
  return (
    <>
      Request #{data.external_id} - <bdi>{data.title}</bdi>
    </>
  );
}

function Body({ id }: { id: number }) {
  const detail = useQuery(requestQueries.detail(id));
  const { data: request, isLoadingError, isFetching, refetch } = detail;
  const failure = 'Failed to load request details';
  if (isLoadingError) return <ErrorState title={failure} onRetry={() => refetch()} busy={isFetching} />;
  if (!request) return <WorkOrderSkeleton />;
  return (
    <WorkForm
      request={request}
      info={
        <div className={shared.info}>
          <StaleNote reads={[detail]} failure={failure} />
          <div className={classes.badges}>
            <StatusBadge status={request.status} />
            <PriorityBadge priority={request.priority} />
          </div>
          <Panel title="Customer Information">
            <CustomerFacts customer={request.customer} />
          </Panel>
          <Panel title="Request Information">
            <Facts
              items={[
                ['Title', request.title],
                ['Description', request.description],
                ['Service', request.service_type],
                ['Created', <Time key="created" iso={request.created_at} />],
                ['Completed', request.completed_at && <Time key="completed" iso={request.completed_at} />],
              ]}
            />
          </Panel>
        </div>
      }
      more={
        <div className={shared.info}>
          <Panel title={`Uploaded Files (${request.files.length})`}>
            <FileGallery files={request.files} />
          </Panel>
          <NotesHistory notes={request.notes} />
          <Timeline history={request.history} />
          <EarlierEvidence evidence={request.evidence} />
        </div>
      }
    />
  );
}

function WorkOrderSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading request">
      <Skeleton height={20} width="40%" />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={120} />
      <Skeleton height={44} />
    </div>
  );
}
