import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { messageOrErrorOf, refusalOf } from '#web/lib/api-client.ts';
import { keptOf } from '#web/lib/forms/kept-entries.ts';
import { useEditBase } from '#web/lib/forms/useEditBase.ts';
import { useKeepEntries, useKept } from '#web/lib/forms/useKeptEntries.ts';
import { useDelayedClose } from '#web/ui/base/useDelayedClose.ts';
import { useDialog, useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { comparedOf } from '../record/request-changes.ts';
import { requestQueries } from '../requests.api.ts';

/** The text field of both forms. It is kept when the session ends. */
type WithNotes = { notes: string };
const KEPT = ['notes'] as const;

/** The tabs that are forms. */
const formTabs = ['assignment', 'status'] as const;
export type FormTab = (typeof formTabs)[number];
const formNameOf = (requestId: number, tab: FormTab) => `request ${requestId} ${tab}`;

/** The tab that has entries from before the session ended. */
export const tabWithKept = (requestId: number, userId: number): FormTab | undefined =>
  formTabs.find((tab) => keptOf(formNameOf(requestId, tab), userId));

type Edit<Body> = {
  tab: FormTab;
  change: {
    mutateAsync: (body: Body) => Promise<{ request: RequestDetail }>;
    isPending: boolean;
    error: unknown;
    reset: () => void;
  };
  /** The texts of spec §8. */
  success: string;
  failure: string;
};

/** The state of a tab that changes a request: one try at a time, no change overwritten unseen, and a close after success. */
export function useTabForm<
  Values extends FieldValues & { notes?: string | undefined },
  Body extends { version?: number | undefined },
>(request: RequestDetail, form: UseFormReturn<Values, unknown, Body>, { tab, change, success, failure }: Edit<Body>) {
  const client = useQueryClient();
  const done = useDelayedClose(useDialog().finish);
  const { isDirty } = form.formState;
  useUnsaved(isDirty && !done.text);
  const formName = formNameOf(request.id, tab);
  const kept = useKept(formName, form as unknown as UseFormReturn<WithNotes>, KEPT);
  // What the request was like when the edit began, so that the comparison lists what has changed since.
  const [began] = useState(() => ({
    ...request,
    ...(kept.entries?.began as Partial<RequestDetail> | undefined),
    version: kept.entries?.version ?? request.version,
  }));
  const edit = useEditBase(request, isDirty || kept.isPlacing, began);
  const { base } = edit;
  useKeepEntries(formName, form as unknown as UseFormReturn<WithNotes>, KEPT, base.version, comparedOf(base));
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
    isBack: kept.isBack && isDirty && !done.text,
    success: done.text,
    failure: change.error ? messageOrErrorOf(change.error, failure) : null,
    /** Set when somebody changed the request during this edit. */
    conflict:
      edit.isOutdated && isDirty && !isBusy
        ? {
            before: edit.base,
            now: request,
            refusal: refusalOf(change.error),
            hadLostTry: edit.hadLostTry,
            onSaveMine: () => {
              edit.accept();
              void submit();
            },
            onDiscardMine: () => {
              edit.accept();
              change.reset();
              form.reset();
            },
          }
        : null,
  };
}
export type TabState = ReturnType<typeof useTabForm>;
