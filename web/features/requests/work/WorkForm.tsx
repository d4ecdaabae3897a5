import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { fileHints, PHOTOS_MAX } from '#contract/words/files.ts';
import { textLimits } from '#contract/words/limits.ts';
import { openStatuses, type Status, statusLabels, statusMoves } from '#contract/words/requests.ts';
import { statusTones } from '#web/domain/request-labels.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { ChoiceCards } from '#web/ui/base/form/ChoiceCards.tsx';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import { PhotoPicker } from '#web/ui/mantine/form/PhotoPicker.tsx';
import { SaveButton } from '#web/ui/mantine/form/SaveButton.tsx';
import { RequestConflict } from '../record/RequestConflict.tsx';
import { EvidenceFields } from './EvidenceFields.tsx';
import { KeptWorkNote, TakenNote } from './KeptWorkNote.tsx';
import { UnsignedFields } from './UnsignedFields.tsx';
import { useWorkForm } from './useWorkForm.ts';
import classes from './WorkForm.module.css';
import { WorkProgressNote } from './WorkProgressNote.tsx';
import type { KeptWork } from './work-draft.ts';
import shared from './work-order.module.css';

type Props = {
  request: RequestDetail;
  /** Whether the request isn't assigned to the technician anymore: the office gets what is sent then. */
  isTaken: boolean;
  kept: KeptWork | null;
  info: ReactNode;
  more: ReactNode;
};

const isOpen = (status: Status | undefined) => openStatuses.some((open) => open === status);

/** The technician's report on a work order: status, notes, photos and, on completion, the customer's evidence (spec §5). */
export function WorkForm({ request, isTaken, kept, info, more }: Props) {
  const { user } = useSession();
  const { close, finish } = useDialog();
  const moves = user ? statusMoves[user.role][request.status] : [];
  const work = useWorkForm({ request, isTaken, moves, kept, onDone: finish });
  const isReopening = isOpen(work.chosen) && !isOpen(request.status);
  const { error: statusError, ...status } = formField(work.form, 'status', { onChange: work.statusChosen });
  return (
    <form className={classes.form} onSubmit={work.send} noValidate aria-label="Work order">
      <div className={classes.columns}>
        {info}
        <div className={shared.report} data-alone={isTaken || undefined}>
          <KeptWorkNote work={work} />
          <ChoiceCards
            label="Status"
            options={moves.map((status) => ({
              value: status,
              label: statusLabels[status],
              tone: statusTones[status],
            }))}
            field={status}
            error={statusError}
            disabled={work.isBusy}
          />
          <LimitedTextarea
            label="Notes"
            placeholder="What you did, what is left"
            autosize={false}
            rows={4}
            limit={textLimits.requestNote}
            disabled={work.isBusy}
            {...formField(work.form, 'notes')}
          />
          <PhotoPicker
            label="Photos"
            hint={fileHints.images}
            files={work.photos.photos}
            adding={work.photos.adding}
            preparing={work.photos.preparing}
            sent={work.isSending ? work.progress : null}
            max={PHOTOS_MAX}
            disabled={work.isBusy}
          />
          {work.completing && <EvidenceFields work={work} />}
          {work.isInProgress && <UnsignedFields work={work} />}
          {work.conflict && (
            <RequestConflict
              now={request}
              {...(isReopening && { saveMine: 'Save mine and reopen it' })}
              {...work.conflict}
            />
          )}
        </div>
        {more}
      </div>
      <DialogFoot
        note={
          <>
            {isTaken && !work.success && <TakenNote />}
            <WorkProgressNote work={work} />
          </>
        }
      >
        {/* Never disabled: a try that begins by itself would take the press. An update on its way goes on: nothing is cancelled. */}
        <Button variant="default" onClick={close} {...(work.isOnItsWay && { 'aria-label': 'Close work order' })}>
          {work.isOnItsWay ? 'Close' : 'Cancel'}
        </Button>
        <SaveButton conflict={work.conflict} loading={work.isSending} disabled={!work.canSend}>
          {isTaken ? 'Send to the Office' : 'Update Request'}
        </SaveButton>
      </DialogFoot>
    </form>
  );
}
