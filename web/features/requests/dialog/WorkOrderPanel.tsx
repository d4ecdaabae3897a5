import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/api.ts';
import type { RequestDetail } from '#contract/request-answers.ts';
import { callDownload, messageOf } from '#web/lib/api-client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { requestQueries, useWorkOrderLink } from '../requests.api.ts';
import classes from './WorkOrderPanel.module.css';

type Props = { request: RequestDetail; readOnly: boolean };

/** The request on paper: the PDF, and the link under which its customer can open it. */
export function WorkOrderPanel({ request, readOnly }: Props) {
  const { show } = useToasts();
  const options = useLeaveSignal();
  const pdf = useMutation({
    mutationFn: () => callDownload(api.workOrders.print, { params: { id: String(request.id) } }, options()),
    onSuccess: (file) => {
      saveFile(file);
      show({ text: 'The work order is in your downloads.' });
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) {
        show({ text: messageOf(error, 'Failed to print the work order'), tone: 'danger' });
      }
    },
  });
  return (
    <div className={classes.onScreen}>
      <Panel
        title="Work Order"
        aside={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={16} />}
            loading={pdf.isPending}
            onClick={() => pdf.mutate()}
          >
            Print Work Order
          </Button>
        }
      >
        {readOnly || request.status !== 'completed' ? (
          <p className={classes.hint}>A PDF with the details, photos, signature and times of this request.</p>
        ) : (
          <CustomerLink id={request.id} />
        )}
      </Panel>
    </div>
  );
}

function CustomerLink({ id }: { id: number }) {
  const { show } = useToasts();
  const link = useQuery(requestQueries.workOrderLink(id));
  const { create, revoke } = useWorkOrderLink(id);
  const [isAsking, setAsking] = useState(false);
  const fail = (text: string) => (error: unknown) => {
    if (!(error instanceof DOMException)) show({ text: messageOf(error, text), tone: 'danger' });
  };
  const copy = async (url: string) =>
    show((await copyText(url)) ? { text: 'Copied' } : { text: 'Could not copy the link', tone: 'danger' });
  if (link.isPending) return <p className={classes.hint}>Loading the customer's link...</p>;
  if (link.isLoadingError) {
    return (
      <p className={classes.hint}>
        The customer's link could not be loaded.{' '}
        <Button variant="default" size="xs" onClick={() => link.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!link.data) {
    return (
      <div className={classes.link}>
        <p className={classes.hint}>No link for the customer is valid.</p>
        <Button
          variant="default"
          size="xs"
          loading={create.isPending}
          onClick={() => create.mutate(undefined, { onError: fail('Failed to make the link') })}
        >
          Create Customer Link
        </Button>
      </div>
    );
  }
  const { url, expires_at } = link.data;
  return (
    <div className={classes.link}>
      <p className={classes.hint}>
        The customer's link opens this work order, without notes, until <Time iso={expires_at} format="date" />.
      </p>
      <Button variant="default" size="xs" onClick={() => copy(url)}>
        Copy Customer Link
      </Button>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        End Link
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="End the customer's link?"
        hint="The link that the customer has does not open any more. You can make another one."
        confirm="End Link"
        cancel="Keep Link"
        busy={revoke.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          revoke.mutate(undefined, { onError: fail('Failed to end the link'), onSettled: () => setAsking(false) })
        }
      />
    </div>
  );
}
