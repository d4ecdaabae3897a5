import { Button } from '@mantine/core';
import { useKeptQuery } from '#web/lib/kept-reads/useKeptQuery.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { DialogFrame } from '#web/ui/mantine/dialog/DialogFrame.tsx';
import { keptSchemas, requestQueries } from '../requests.api.ts';
import { LOAD_FAILED, LoadFailure } from '../work/LoadFailure.tsx';
import { WorkOrderFacts, WorkOrderHistory, WorkOrderOutline, WorkOrderSkeleton } from '../work/WorkOrderFacts.tsx';
import { WorkTitle } from '../work/WorkTitle.tsx';
import shared from '../work/work-order.module.css';

/** The name of the dialog's history layer. */
export const DETAILS_LAYER = 'details';

type Props = { id: number | null; onClose: () => void; onWork: (id: number) => void };

/** The details of an assigned request (spec §2 My Requests), from which its work order opens. */
export function MyRequestDialog({ id, onClose, onWork }: Props) {
  const shown = useLastValue(id);
  return (
    <DialogFrame opened={id !== null} onClose={onClose} title={shown !== null && <WorkTitle id={shown} />} width={720}>
      {shown !== null && (
        <>
          <Body key={shown} id={shown} />
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => onWork(shown)}>Work on it</Button>
          </DialogFoot>
        </>
      )}
    </DialogFrame>
  );
}

function Body({ id }: { id: number }) {
  const detail = useKeptQuery({ ...requestQueries.detail(id), schema: keptSchemas.detail });
  const { data: request, error, isLoadingError, isFetching, refetch } = detail;
  if (isLoadingError)
    return (
      <WorkOrderOutline id={id}>
        <LoadFailure error={error} onRetry={() => refetch()} busy={isFetching} />
      </WorkOrderOutline>
    );
  if (!request)
    return (
      <WorkOrderOutline id={id}>
        <WorkOrderSkeleton />
      </WorkOrderOutline>
    );
  return (
    <div className={shared.details}>
      <StaleNote reads={[detail]} failure={LOAD_FAILED} />
      <WorkOrderFacts request={request} />
      <WorkOrderHistory request={request} />
    </div>
  );
}
