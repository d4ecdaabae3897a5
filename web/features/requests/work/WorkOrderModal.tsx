import { useEffect, useState } from 'react';
import { useKeptQuery } from '#web/lib/kept-reads/useKeptQuery.ts';
import { useOpenedEntry, useOutbox, useOutboxItems } from '#web/lib/outbox/useOutbox.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { REQUEST_LAYER } from '../record/useRequestDialog.ts';
import { keptSchemas, requestQueries } from '../requests.api.ts';
import { LOAD_FAILED, LoadFailure } from './LoadFailure.tsx';
import { WorkForm } from './WorkForm.tsx';
import { WorkOrderFacts, WorkOrderHistory, WorkOrderOutline, WorkOrderSkeleton } from './WorkOrderFacts.tsx';
import { WorkTitle } from './WorkTitle.tsx';
import { keptWorkOf } from './work-draft.ts';
import { isGone } from './work-failures.ts';
import shared from './work-order.module.css';

const UNREADABLE = 'The photos of your update could not be read';
const UNREADABLE_HINT = 'Everything you entered is still on this device, and nothing is sent without its photos.';

type Props = { id: number | null; onClose: () => void };

/** A technician's work order (spec §2): the request on the left, the report on the right; on a phone one below the other. */
export function WorkOrderModal({ id, onClose }: Props) {
  const shown = useLastValue(id);
  return (
    <Dialog
      layer={REQUEST_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && <WorkTitle id={shown} />}
      width={1080}
    >
      {shown !== null && <Body key={shown} id={shown} />}
    </Dialog>
  );
}

/** Whether an update of this request has reached the office while its work order was open. */
function useEnd(id: number): boolean {
  const outbox = useOutbox();
  const [hasEnded, setEnded] = useState(false);
  useEffect(
    () =>
      outbox.listen(({ requestId, kind }) => {
        if (requestId === id && (kind === 'arrived' || kind === 'handed_over')) setEnded(true);
      }),
    [outbox, id],
  );
  return hasEnded;
}

function Body({ id }: { id: number }) {
  const detail = useKeptQuery({ ...requestQueries.detail(id), schema: keptSchemas.detail });
  const { opened, openAgain } = useOpenedEntry(id);
  const isKept = useOutboxItems().some(({ requestId }) => requestId === id);
  const { data, error, isLoadingError, isFetching, refetch } = detail;
  const kept = opened === 'unreadable' ? null : keptWorkOf(opened ?? null);
  // What was entered is shown also when the request is taken away, on the request as it was.
  const request = useLastValue(data ?? (isGone(error) && kept ? kept.draft.base : null));
  const hasEnded = useEnd(id);
  const [wasTaken, setWasTaken] = useState(false);
  // The outbox lets go of the update when the office has it. The form stays, says so, and closes, also when the request is gone since then.
  const isTaken = data === undefined && request !== null && (isKept || wasTaken || hasEnded);
  if (isTaken !== wasTaken) setWasTaken(isTaken);
  if (isLoadingError && !isTaken)
    return (
      <WorkOrderOutline id={id}>
        <LoadFailure error={error} onRetry={() => refetch()} busy={isFetching} />
      </WorkOrderOutline>
    );
  if (opened === 'unreadable') {
    return <ErrorState title={UNREADABLE} hint={UNREADABLE_HINT} error={null} onRetry={openAgain} />;
  }
  if (!request || opened === undefined || (!data && !isTaken))
    return (
      <WorkOrderOutline id={id}>
        <WorkOrderSkeleton />
      </WorkOrderOutline>
    );
  return (
    <WorkForm
      request={request}
      isTaken={isTaken}
      kept={kept}
      info={
        !isTaken && (
          <div className={shared.info}>
            <StaleNote reads={[detail]} failure={LOAD_FAILED} />
            <WorkOrderFacts request={request} />
          </div>
        )
      }
      more={
        !isTaken && (
          <div className={shared.info}>
            <WorkOrderHistory request={request} />
          </div>
        )
      }
    />
  );
}
