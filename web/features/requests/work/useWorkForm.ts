import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { updateWithFilesBody } from '#contract/request-forms.ts';
import type { RequestDetail } from '#contract/requests.ts';
import { FILE_BYTES_LIMIT, fileProblem, fileTexts, PHOTOS_MAX } from '#contract/words/files.ts';
import { requestTexts, type Status } from '#contract/words/requests.ts';
import { missingEvidence } from '#contract/workflow.ts';
import { statusLabels } from '#web/domain/request-labels.ts';
import { refusalOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { isReused, useIdempotencyKeys } from '#web/lib/forms/idempotency.ts';
import { useEditBase } from '#web/lib/forms/useEditBase.ts';
import { useKeepEntries, useKept } from '#web/lib/forms/useKeptEntries.ts';
import { checkFiles } from '#web/ui/base/check-files.ts';
import { useAddedFiles } from '#web/ui/base/useAddedFiles.ts';
import { useDelayedClose } from '#web/ui/base/useDelayedClose.ts';
import { useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { useUpdateRequest } from '../requests.api.ts';
import { workFailure } from '../requests.view.ts';

const identityOf = ({ name, size, lastModified }: File) => `${name}-${size}-${lastModified}`;

/** Checks chosen photos: skips those that are in the list, and shrinks those over the size limit. */
const checkPhotos = (chosen: readonly File[], added: readonly File[]) => {
  const isAdded = (file: File) => added.some((other) => identityOf(other) === identityOf(file));
  return checkFiles(
    chosen.filter((file) => !isAdded(file)),
    {
      room: PHOTOS_MAX - added.length,
      limit: FILE_BYTES_LIMIT,
      problemOf: (file) => fileProblem(file, 'images'),
      tooMany: fileTexts.tooManyPhotos,
    },
  );
};

export type WorkValues = z.input<typeof updateWithFilesBody>;
const fields = ['status', 'notes', 'signature', 'rating', 'customer_notes'] as const;
/** The text fields that are kept when the session ends. */
const keptFields = ['notes', 'customer_notes'] as const;

/**
 * The state of a work order's form. To complete a request, the customer's evidence is needed (spec §5): the form first
 * opens the section for it, then names the missing signature and rating.
 */
export function useWorkForm(request: RequestDetail, moves: readonly Status[], onDone: () => void) {
  const update = useUpdateRequest(request.id);
  const done = useDelayedClose(onDone);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const latestPhotos = useRef(photos);
  const addingPhotos = useAddedFiles({
    current: () => latestPhotos.current,
    onChange: (next) => {
      latestPhotos.current = next;
      setPhotos(next);
    },
    max: PHOTOS_MAX,
    check: checkPhotos,
  });
  const [evidenceOpened, setEvidenceOpened] = useState(false);
  const keys = useIdempotencyKeys();
  const [hint, setHint] = useState<string | null>(null);
  const form = useForm<WorkValues, unknown, z.output<typeof updateWithFilesBody>>({
    resolver: zodResolver(updateWithFilesBody),
    defaultValues: {
      ...(moves.includes(request.status) && { status: request.status }),
      notes: '',
      signature: '',
      rating: 0,
      customer_notes: '',
    },
  });
  const completing = form.watch('status') === 'completed' && request.status !== 'completed';
  const isEdited = form.formState.isDirty || photos.length > 0 || addingPhotos.isPreparing;
  useUnsaved(isEdited && !done.text);
  const formName = `work order ${request.id}`;
  const kept = useKept(formName, form, keptFields);
  const edit = useEditBase(request, isEdited || kept.isPlacing, {
    ...request,
    version: kept.entries?.version ?? request.version,
  });
  useKeepEntries(formName, form, keptFields, edit.base.version);

  /** Shows everything that is missing to complete the request. Returns whether something is missing. */
  const showMissingEvidence = (values: z.output<typeof updateWithFilesBody>): boolean => {
    const missing = missingEvidence(values);
    if (missing.length === 0) return false;
    if (!evidenceOpened) {
      setEvidenceOpened(true);
      setHint(requestTexts.evidenceNeeded);
    } else {
      for (const { field, message } of missing) {
        form.setError(field === 'signature' ? 'signature' : 'rating', { message });
      }
    }
    return true;
  };

  const send = async ({ status, notes, signature, rating, customer_notes }: z.output<typeof updateWithFilesBody>) => {
    const evidence = completing ? { signature, rating, customer_notes } : {};
    try {
      const body = { status, notes, ...evidence, version: edit.version() };
      await update.mutateAsync({ body, files: photos, idempotencyKey: keys.keyFor(body, photos) });
      edit.answered(null);
      keys.forget();
      done.finish('Request updated successfully!');
    } catch (error) {
      edit.answered(error);
      if (isReused(error)) keys.forget();
      // The message is shown from the mutation's state.
      showFieldErrors(error, fields, form.setError);
    }
  };

  const submit = form.handleSubmit((values) => {
    // Otherwise photos that are still being shrunk would be left out.
    if (addingPhotos.isPreparing) return;
    setHint(null);
    update.reset();
    if (completing && showMissingEvidence(values)) return;
    return send(values);
  });

  const isBusy = update.isPending || done.text !== null;
  const values = form.watch();
  return {
    form,
    submit,
    photos,
    addingPhotos,
    completing,
    evidenceOpened,
    toggleEvidence: () => setEvidenceOpened((opened) => !opened),
    statusChosen: () => {
      setHint(null);
      setEvidenceOpened(form.getValues('status') === 'completed');
    },
    hint,
    failure: update.error ? workFailure(update.error) : null,
    /** Set when somebody changed the request during this edit. */
    conflict:
      edit.isOutdated && isEdited && !isBusy
        ? {
            before: edit.base,
            now: request,
            refusal: refusalOf(update.error),
            hadLostTry: edit.hadLostTry,
            mine: { Status: values.status && statusLabels[values.status], 'Your note': values.notes },
            onSaveMine: () => {
              edit.accept();
              void submit();
            },
            onDiscardMine: () => {
              edit.accept();
              update.reset();
              form.reset();
              latestPhotos.current = [];
              setPhotos([]);
            },
          }
        : null,
    isBack: kept.isBack && isEdited && !done.text,
    success: done.text,
    isSending: update.isPending,
    progress: update.progress,
    isBusy,
    canSend: !isBusy && !addingPhotos.isPreparing,
  };
}

export type Work = ReturnType<typeof useWorkForm>;
