import { useQueryClient } from '@tanstack/react-query';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { messageOrErrorOf } from '#web/lib/api-client.ts';
import type { Entered } from '#web/lib/forms/conflict-rows.ts';
import { keptOf } from '#web/lib/forms/kept-entries.ts';
import { useEditForm } from '#web/lib/forms/useEditForm.ts';
import { useDelayedClose } from '#web/ui/base/behaviour/useDelayedClose.ts';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { comparedFields, comparedOf } from '../record/request-changes.ts';
import { requestQueries } from '../requests.api.ts';

/** The tabs that are forms, or can become one. */
const formTabs = ['details', 'assignment', 'status'] as const;
export type FormTab = (typeof formTabs)[number];
export const formNameOf = (requestId: number, tab: FormTab) => `request ${requestId} ${tab}`;

/** The tab that has entries from before the session ended. */
export const tabWithKept = (requestId: number, userId: number): FormTab | undefined =>
  formTabs.find((tab) => keptOf(formNameOf(requestId, tab), userId));

type Edit<Values extends FieldValues, Body> = {
  tab: FormTab;
  /** The text fields that are kept when the session ends. */
  kept: readonly FieldPath<Values>[];
  change: {
    mutateAsync: (body: Body) => Promise<{ request: RequestDetail }>;
    isPending: boolean;
    error: unknown;
    reset: () => void;
  };
  /** What the user has entered, for the comparison with a change that somebody else made. */
  entered: () => Entered;
  /** The texts of spec §8. */
  success: string;
  failure: string;
};

/** The state of a tab that changes a request: one try at a time, no change overwritten unseen, and a close after success. */
export function useTabForm<Values extends FieldValues, Body extends { version?: number | undefined }>(
  request: RequestDetail,
  form: UseFormReturn<Values, unknown, Body>,
  { tab, kept, change, entered, success, failure }: Edit<Values, Body>,
) {
  const client = useQueryClient();
  const { close } = useDialog();
  const done = useDelayedClose(() => {
    if (!close()) return;
    // Another tab has unsaved work, so that the dialog may stay: this one is ready for another change.
    form.reset();
    done.finish(null);
  });
  const edit = useEditForm({
    name: formNameOf(request.id, tab),
    newest: request,
    form,
    kept,
    compared: comparedOf,
    fields: comparedFields,
    entered,
    isSaved: done.text !== null,
  });
  const submit = form.handleSubmit((body) =>
    change.mutateAsync({ ...body, version: edit.version() }).then((answer) => {
      edit.answered(null);
      done.finish(success);
      // The dialog shows what is so now beside the text that says so.
      client.setQueryData(requestQueries.detail(request.id).queryKey, answer.request);
    }, edit.answered),
  );
  const isBusy = change.isPending || done.text !== null;
  return {
    submit,
    isSending: change.isPending,
    isBusy,
    isBack: edit.isBack,
    done,
    failure: change.error ? messageOrErrorOf(change.error, failure) : null,
    /** Set when somebody changed the request during this edit. */
    conflict: edit.conflict({
      error: change.error,
      isBusy,
      save: () => void submit(),
      discard: () => {
        change.reset();
        form.reset();
      },
    }),
    /** The request as it is now. */
    now: request,
  };
}
export type TabState = ReturnType<typeof useTabForm>;
