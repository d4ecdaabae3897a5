import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type RequestDetail, updateWithFilesBody } from '#contract/requests.ts';
import { requestTexts, type Status } from '#contract/words/requests.ts';
import { missingEvidence } from '#contract/workflow.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { isReused, useIdempotencyKeys } from '#web/lib/forms/idempotency.ts';
import { useEditedVersion } from '#web/lib/forms/useEditedVersion.ts';
import { useDone } from '#web/ui/base/useDelayedClose.ts';
import { useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { useUpdateRequest } from '../requests.api.ts';
import { editFailure } from '../requests.view.ts';

export type WorkValues = z.input<typeof updateWithFilesBody>;
const fields = ['status', 'notes', 'signature', 'rating', 'customer_notes'] as const;

/**
 * The state of a work order's form. Completing a request that was not completed asks for evidence (spec §5): first for the
 * sections themselves when they are folded away, then for the signature and the stars.
 */
export function useWorkForm(request: RequestDetail, moves: readonly Status[], onDone: () => void) {
  const update = useUpdateRequest(request.id);
  const done = useDone(onDone);
  const [photos, setPhotos] = useState<File[]>([]);
  const [evidenceOpened, setEvidenceOpened] = useState(false);
  const keys = useIdempotencyKeys();
  const edit = useEditedVersion(request.version);
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
  useUnsaved((form.formState.isDirty || photos.length > 0) && !done.text);

  /** Shows what is still missing to complete the request, all of it at once; true when there is something. */
  const lacksEvidence = (values: z.output<typeof updateWithFilesBody>): boolean => {
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
      // The message is shown from the mutation's own state; what belongs to a field goes to the field.
      for (const { field, message } of error instanceof ApiError ? error.details : []) {
        const name = fields.find((known) => known === field);
        if (name) form.setError(name, { message });
      }
    }
  };

  const submit = form.handleSubmit((values) => {
    setHint(null);
    update.reset();
    if (completing && lacksEvidence(values)) return;
    return send(values);
  });

  return {
    form,
    submit,
    photos,
    setPhotos,
    completing,
    evidenceOpened,
    toggleEvidence: () => setEvidenceOpened((opened) => !opened),
    statusChosen: () => {
      setHint(null);
      setEvidenceOpened(form.getValues('status') === 'completed');
    },
    hint,
    failure: update.error
      ? editFailure(update.error, {
          fallback: 'Failed to update request',
          button: 'Update Request',
          isReread: edit.isReread,
          hadLostTry: edit.hadLostTry,
        })
      : null,
    success: done.text,
    sending: update.isPending,
    progress: update.progress,
    busy: update.isPending || Boolean(done.text),
  };
}

export type Work = ReturnType<typeof useWorkForm>;
