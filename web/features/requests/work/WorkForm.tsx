import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests.ts';
import { FILE_BYTES_LIMIT, FILE_SIZE_LIMIT, fileProblem, fileTexts, PHOTOS_MAX } from '#contract/words/files.ts';
import { textLimits } from '#contract/words/limits.ts';
import { statusMoves } from '#contract/words/requests.ts';
import { statusLabels, statusTones } from '#web/domain/request-labels.ts';
import { useSession } from '#web/lib/session.tsx';
import { ChoiceCards } from '#web/ui/base/ChoiceCards.tsx';
import { useDialog } from '#web/ui/mantine/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { LimitedTextarea } from '#web/ui/mantine/LimitedText.tsx';
import { PhotoPicker } from '#web/ui/mantine/PhotoPicker.tsx';
import { Evidence } from './EvidenceFields.tsx';
import { SendingNote } from './SendingNote.tsx';
import { useWorkForm } from './useWorkForm.ts';
import classes from './work-order.module.css';

type Props = { request: RequestDetail; info: ReactNode; more: ReactNode };

/** What a technician reports of a work order: status, notes, photos and, on completion, the customer's word (spec §5). */
export function WorkForm({ request, info, more }: Props) {
  const { user } = useSession();
  const { close, finish } = useDialog();
  const moves = user ? statusMoves[user.role][request.status] : [];
  const work = useWorkForm(request, moves, finish);
  const { register, formState } = work.form;
  return (
    <form className={classes.form} onSubmit={work.submit} noValidate aria-label="Work order">
      <div className={classes.columns}>
        {info}
        <div className={classes.report}>
          <ChoiceCards
            label="Status"
            options={moves.map((status) => ({
              value: status,
              label: statusLabels[status],
              tone: statusTones[status],
            }))}
            field={register('status', { onChange: work.statusChosen })}
            error={formState.errors.status?.message}
            disabled={work.busy}
          />
          <LimitedTextarea
            label="Notes"
            placeholder="What you did, what is left"
            autosize={false}
            rows={4}
            limit={textLimits.requestNote}
            disabled={work.busy}
            error={formState.errors.notes?.message}
            {...register('notes')}
          />
          <PhotoPicker
            label="Photos"
            hint={`Up to ${PHOTOS_MAX} pictures (JPG, PNG, GIF, WebP), each less than ${FILE_SIZE_LIMIT}.`}
            files={work.photos}
            onChange={work.setPhotos}
            problemOf={(file) => fileProblem(file, 'images')}
            max={PHOTOS_MAX}
            limit={FILE_BYTES_LIMIT}
            tooMany={fileTexts.tooManyPhotos}
            disabled={work.busy}
          />
          {work.completing && (
            <Evidence
              form={work.form}
              opened={work.evidenceOpened}
              onToggle={work.toggleEvidence}
              wanted={work.hint !== null}
              disabled={work.busy}
            />
          )}
        </div>
        {more}
      </div>
      <DialogFoot note={<SendingNote work={work} />}>
        <Button variant="default" onClick={close} disabled={work.busy}>
          Cancel
        </Button>
        <Button type="submit" loading={work.sending} disabled={work.busy}>
          Update Request
        </Button>
      </DialogFoot>
    </form>
  );
}
