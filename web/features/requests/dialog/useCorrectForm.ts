import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { updateRequestBody } from '#contract/request-forms.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { editResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { isMet } from '#web/lib/forms/edit-base.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useEditForm } from '#web/lib/forms/useEditForm.ts';
import {
  comparedFields,
  comparedOf,
  correctable,
  correctableNamed,
  correctableOf,
  correctionOf,
  correctionTexts,
} from '../record/request-changes.ts';
import { useCorrectRequest } from '../requests.api.ts';
import { formNameOf } from './useTabForm.ts';

/**
 * The state of a correction. It sends only the fields that were changed, so that "Save mine" leaves everything else as somebody
 * else has changed it meanwhile.
 */
export function useCorrectForm(request: RequestDetail, onSaved: (text: string) => void) {
  const change = useCorrectRequest(request.id);
  const form = useForm({
    resolver: editResolver(updateRequestBody, () => correctableOf(request)),
    defaultValues: correctableOf(request),
  });
  const { isDirty } = form.formState;
  const [failure, setFailure] = useState<string | null>(null);
  // Asks the fields, because what was just typed may not be rendered yet.
  const changed = () => correctable.filter((field) => form.getFieldState(field).isDirty);
  const edit = useEditForm({
    name: formNameOf(request.id, 'details'),
    newest: request,
    form,
    // All of them are texts, also those that are chosen.
    kept: correctable,
    compared: comparedOf,
    fields: comparedFields,
    entered: () => correctionTexts(form.getValues(), changed()),
    valuesOf: correctableOf,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('title'), [setFocus]);

  const submit = form.handleSubmit((body) => {
    setFailure(null);
    return change.mutateAsync({ ...correctionOf(body, changed()), version: edit.version() }).then(
      (answer) => {
        edit.accept(answer.request);
        onSaved('Request updated successfully!');
      },
      (error) => {
        edit.answered(error);
        // An error of a field stands at the field alone. In a conflict nothing in the field is wrong.
        if (isMet(error) || !showFieldErrors(error, correctable, form.setError))
          setFailure(messageOf(error, 'Failed to update request'));
      },
    );
  });

  /** Gives up what is entered in one field. */
  const takeNow = (changedField: string) => {
    const field = correctableNamed(changedField);
    if (!field) return;
    setFailure(null);
    form.resetField(field, { defaultValue: correctableOf(request)[field] });
    // With the last one the conflict leaves the page, and the focus with it.
    if (changed().length === 0) setFocus(field);
  };
  return {
    form,
    submit,
    isDirty,
    isSending: change.isPending,
    isBack: edit.isBack,
    failure,
    /** Set when somebody changed the request during this edit. */
    conflict: edit.conflict({
      error: change.error,
      isBusy: change.isPending,
      entered: () => correctionTexts(form.watch(), changed()),
      save: () => {
        // The fields that were not changed show what somebody else has made of them.
        form.reset(correctableOf(request), { keepDirtyValues: true });
        void submit();
      },
      discard: () => {
        change.reset();
        setFailure(null);
        form.reset(correctableOf(request));
      },
    }),
    takeNow,
  };
}
