import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { unsignedLabels } from '#web/domain/request-labels.ts';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { Panel } from '#web/ui/base/content/Panel.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { useSettleRefusedWork } from '../requests.api.ts';
import { FileGallery } from './FileGallery.tsx';
import evidence from './RecordedEvidence.module.css';
import classes from './RefusedWork.module.css';
import shared from './record.module.css';

type Work = RequestDetail['refused_work'][number];

/** Updates that came after the request had gone to someone else, each to be saved or discarded. Nothing when there are none. */
export function RefusedWork({ request, readOnly = false }: { request: RequestDetail; readOnly?: boolean }) {
  return request.refused_work.map((work) => (
    <Panel key={work.id} title="Work That Wasn’t Saved" tone="accent">
      <div className={classes.work}>
        <p className={evidence.recorded}>
          <bdi>{work.technician.name}</bdi> sent this on <Time iso={work.received_at} />, when the request wasn’t theirs
          anymore.
        </p>
        {work.status && (
          <p className={classes.chosen}>
            <StatusBadge status={work.status} /> {work.rating && <Stars rating={work.rating} />}
          </p>
        )}
        <Words text={work.notes} />
        <Words text={work.unsigned && `${unsignedLabels[work.unsigned]}: ${work.unsigned_reason ?? ''}`} />
        <Words text={work.customer_notes && `Customer: ${work.customer_notes}`} />
        {work.signature && (
          <img className={evidence.signature} src={work.signature.file_path} alt="Unsaved customer signature" />
        )}
        {work.files.length > 0 && <FileGallery files={work.files} />}
        {!readOnly && <Decision requestId={request.id} work={work} />}
      </div>
    </Panel>
  ));
}

function Words({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p className={shared.feedback} dir="auto">
      {text}
    </p>
  );
}

function Decision({ requestId, work }: { requestId: number; work: Work }) {
  const settle = useSettleRefusedWork(requestId);
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const act = (how: 'all' | 'notes_and_photos' | 'discard') =>
    settle.mutate(
      { id: work.id, how },
      { onSuccess: () => toasts.show({ text: how === 'discard' ? 'The work was discarded.' : 'The work was saved.' }) },
    );
  const { error, isPending, variables } = settle;
  const isBusy = (how: string) => isPending && variables?.how === how;
  // Someone has completed the request meanwhile: its evidence stands, and the rest can be saved all the same.
  const isRefused = error instanceof ApiError && error.code === 'validation_failed';
  return (
    <>
      {error && <Notice tone="danger">{messageOf(error, 'The work couldn’t be saved. Please try again.')}</Notice>}
      <div className={classes.actions}>
        {isRefused ? (
          <Button loading={isBusy('notes_and_photos')} disabled={isPending} onClick={() => act('notes_and_photos')}>
            Save Notes and Photos
          </Button>
        ) : (
          <Button loading={isBusy('all')} disabled={isPending} onClick={() => act('all')}>
            Save to Request
          </Button>
        )}
        <Button variant="default" loading={isBusy('discard')} disabled={isPending} onClick={() => setAsking(true)}>
          Discard…
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={`Discard the work of ${work.technician.name}?`}
        hint="Its notes, photos and signature leave this request. The audit trail says who discarded it."
        confirm="Discard"
        cancel="Keep"
        onConfirm={() => act('discard')}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
