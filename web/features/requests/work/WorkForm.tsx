import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests.ts';
import { FILE_SIZE_LIMIT, PHOTOS_MAX } from '#contract/words/files.ts';
import { textLimits } from '#contract/words/limits.ts';
import { statusMoves } from '#contract/words/requests.ts';
import { statusLabels, statusTones } from '#web/domain/request-labels.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useSession } from '#web/lib/session.tsx';
import { ChoiceCards } from '#web/ui/base/ChoiceCards.tsx';
import { EntriesBack } from '#web/ui/base/EntriesBack.tsx';
import { useDialog } from '#web/ui/mantine/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { LimitedTextarea } from '#web/ui/mantine/LimitedText.tsx';
import { PhotoPicker } from '#web/ui/mantine/PhotoPicker.tsx';
import { RequestConflict } from '../detail/RequestConflict.tsx';
import { EvidenceFields } from './EvidenceFields.tsx';
import { useWorkForm } from './useWorkForm.ts';
import classes from './WorkForm.module.css';
import { WorkProgressNote } from './WorkProgressNote.tsx';
import shared from './work-order.module.css';

type Props = { request: RequestDetail; info: ReactNode; more: ReactNode };

/** The technician's report on a work order: status, notes, photos and, on completion, the customer's evidence (spec §5). */
export function WorkForm({ request, info, more }: Props) {
  const { user } = useSession();
  const { close, finish } = useDialog();
  const moves = user ? statusMoves[user.role][request.status] : [];
  const work = useWorkForm(request, moves, finish);
  const { error: statusError, ...status } = formField(work.form, 'status', { onChange: work.statusChosen });
  return (
    <form className={classes.form} onSubmit={work.submit} noValidate aria-label="Work order">
      <div className={classes.columns}>
        {info}
        <div className={shared.report}>
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
            hint={`Up to ${PHOTOS_MAX} pictures (JPG, PNG, GIF, WebP), each less than ${FILE_SIZE_LIMIT}.`}
            files={work.photos}
            adding={work.addingPhotos}
            max={PHOTOS_MAX}
            disabled={work.isBusy}
          />
          {work.completing && (
            <EvidenceFields
              form={work.form}
              opened={work.evidenceOpened}
              onToggle={work.toggleEvidence}
              isRequested={work.hint !== null}
              disabled={work.isBusy}
            />
          )}
          <EntriesBack shown={work.isBack} />
          {work.conflict && <RequestConflict {...work.conflict} />}
        </div>
        {more}
      </div>
      <DialogFoot note={<WorkProgressNote work={work} />}>
        <Button variant="default" onClick={close} disabled={work.isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={work.isSending} disabled={!work.canSend || work.conflict !== null}>
          Update Request
        </Button>
      </DialogFoot>
    </form>
  );
}
