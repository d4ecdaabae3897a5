import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageAbout, messageOf } from '#web/lib/api-client.ts';
import { type FailedCall, failedCall } from '#web/lib/forms/failed-call.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { lateResolver } from '#web/lib/forms/late-resolver.ts';
import { isOfficeGone } from '#web/lib/forms/office-drafts.ts';
import { isReused } from '#web/lib/forms/sending/idempotency.ts';
import { sendOnce } from '#web/lib/forms/sending/sent-drafts.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { onTokenChange } from '#web/lib/session/token.ts';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import { type Draft, emptyRequest, isBlank, keptFields, newDraft } from '../draft/request-draft.ts';
import { useGivenEntries } from '../draft/useGivenEntries.ts';
import { REQUEST_FORM, type TakenDraft, useRequestDraft } from '../draft/useRequestDraft.ts';
import type { AcceptedRequest } from './useAccepted.ts';

const FAILED = 'Failed to submit request';
const CANCELED = 'Sending was canceled. Everything you typed and chose is still here.';
const LOGGED_OUT = 'You logged out in another tab. What was entered for a customer was removed from this page.';
/** What helps after a failed try. */
const ADVICE = {
  again: 'Press Submit Request to try again.',
  file: 'Please remove or replace the file.',
  fields: 'Correct what is marked, then press Submit Request.',
  files: 'Remove or replace the file, then press Submit Request.',
  signIn: 'Sign in again, or press Submit Request to send it as the customer.',
  unlinked: 'Press Submit Request to enter the request without it.',
};
const loadSubmission = () => import('./request-submission.ts');

/**
 * The note about the draft above the form: none, a draft was restored, it was cleared and can be restored, it was filled in from
 * somewhere (`hasBelow`: on a begun one), or such a draft was taken out and can be put back.
 */
export type DraftNote = 'none' | 'kept' | 'cleared' | { from: string; hasBelow: boolean } | { takenOut: string };

const noteOn = (draft: Draft): DraftNote => (isBlank(draft) ? 'none' : 'kept');
const hasFrom = (note: DraftNote) => typeof note === 'object' && 'from' in note;

type Failure = FailedCall & { tone: 'danger' | 'info'; advice: string | null };

const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthorized';

/** What the error says about each file, which is shown beside them; undefined when it is about none. */
function aboutFiles(error: unknown): string | undefined {
  const details = error instanceof ApiError ? error.details.filter(({ field }) => field === 'images') : [];
  return details.length > 0 ? details.map(({ message }) => message).reduce(andThen) : undefined;
}
const andThen = (before: string, after: string) => `${before}${/[.!?]$/.test(before) ? '' : '.'} ${after}`;

type Refusal = { error: unknown; isAboutFiles: boolean; isAboutFields: boolean; isUnlinked: boolean };
function adviceOn({ error, isAboutFiles, isAboutFields, isUnlinked }: Refusal): string {
  if (isSignedOut(error)) return ADVICE.signIn;
  if (isUnlinked) return ADVICE.unlinked;
  if (isAboutFiles) return ADVICE.files;
  return isAboutFields ? ADVICE.fields : ADVICE.again;
}

/** Focuses the first field with an error. The office has the fields in another order than a customer. */
function focusFirst(errors: object): void {
  const form = document.getElementById(REQUEST_FORM);
  const fields = form instanceof HTMLFormElement ? [...form.elements] : [];
  const isWrong = (field: Element): field is HTMLInputElement => 'name' in field && String(field.name) in errors;
  fields.find(isWrong)?.focus();
}

/**
 * The state of the request form (spec §5, §8): the draft stays until the request was accepted, one submission runs at a
 * time, and a repeat has the same Idempotency-Key until it succeeds. An admin enters the request in their own name.
 */
export function useRequestForm(onDone: (accepted: AcceptedRequest) => void) {
  const draft = useRequestDraft();
  const isHydrated = useHydrated();
  const { from, hasBelow, isKept } = draft.start;
  const [note, setNote] = useState<DraftNote>(from === null ? (isKept ? 'kept' : 'none') : { from, hasBelow });
  const { user } = useSession();
  const [hasEnded, setEnded] = useState(false);
  const admin = user?.role === 'admin' && !hasEnded ? user : null;
  const [contact, setContact] = useState(draft.start.contact);
  const taken = useRef<TakenDraft | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fileError, setFileError] = useState<string>();
  const [progress, setProgress] = useState<number | null>(null);
  const upload = useRef<AbortController | null>(null);
  const loadChecks = async () => {
    const { resolver, officeResolver } = await loadSubmission();
    return { resolver: admin === null ? resolver : officeResolver };
  };
  const form = useForm({
    resolver: lateResolver(loadChecks, FAILED),
    defaultValues: draft.start.values,
    shouldFocusError: false,
  });
  const { getValues, handleSubmit, reset, setError, setFocus, setValue, watch, formState } = form;

  // A link to this page, followed while it is open, may name another service.
  const service = useRef(draft.service);
  useEffect(() => {
    if (draft.service && draft.service !== service.current) setValue('service_type', draft.service);
    service.current = draft.service;
  }, [draft.service, setValue]);

  useEffect(() => () => upload.current?.abort(), []);

  const submit = handleSubmit(
    async (body) => {
      const controller = new AbortController();
      upload.current = controller;
      setFailure(null);
      setFileError(undefined);
      draft.keep(getValues());
      try {
        const files = await draft.whenRestored();
        setProgress(files.length ? 0 : null);
        const { send } = await loadSubmission();
        // Without files there is no progress to show. Leaving the page ends both: the tracking ID would be told to nobody.
        const options = { signal: controller.signal, ...(files.length && { onProgress: setProgress }) };
        const office = admin === null ? null : { contact };
        const sendable = { ...draft, nextKey: () => draft.keyToSend({ ...body, ...office }) };
        const { answer: request, isRepeat } = await sendOnce(sendable, (idempotencyKey) =>
          send({ body, files: [...files], idempotencyKey }, office, options),
        );
        draft.forget();
        onDone({
          isRepeat,
          trackingId: request.external_id,
          isEmergency: body.priority === 'urgent',
          requestId: request.id,
          contact: office === null ? null : contact,
        });
      } catch (error) {
        if (controller.signal.aborted) setFailure({ tone: 'info', text: CANCELED, isOffline: false, advice: null });
        else {
          if (isReused(error)) draft.renew();
          const isUnlinked = messageAbout(error, 'contact_message_id') !== undefined;
          if (isUnlinked) {
            draft.forgetContact();
            setContact(null);
          }
          if (isSignedOut(error)) setEnded(true);
          const fileProblem = aboutFiles(error);
          // A file that this device can't read says by itself what to do.
          const isSaid = error instanceof ApiError && error.status === 0;
          setFileError(fileProblem && (isSaid ? fileProblem : andThen(fileProblem, ADVICE.file)));
          const isAboutFields = showFieldErrors(error, keptFields, setError);
          const advice = adviceOn({ error, isAboutFiles: fileProblem !== undefined, isAboutFields, isUnlinked });
          setFailure({ tone: 'danger', ...failedCall(error, fileProblem ?? messageOf(error, FAILED)), advice });
        }
      } finally {
        upload.current = null;
        setProgress(null);
      }
    },
    (errors) => {
      const { root } = errors;
      setFailure(root?.message ? { tone: 'danger', ...failedCall(root, root.message), advice: ADVICE.again } : null);
      focusFirst(errors);
    },
  );

  // The second press of a double click may come before the button is rendered again.
  const isBusy = useRef(false);
  const submitOnce = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await submit(event);
    } finally {
      isBusy.current = false;
    }
  };

  const showDraft = ({ contact, values }: Pick<Draft, 'contact' | 'values'>) => {
    setContact(contact);
    reset(values);
    setFailure(null);
    setFileError(undefined);
  };

  // The session ended in another tab. A logout ends what is entered here as well: whoever uses this device next must not read it. A
  // session that ran out leaves it.
  const end = useEffectEvent(() => {
    setEnded(true);
    const info = { tone: 'info', isOffline: false } as const;
    if (!isOfficeGone()) return setFailure({ ...info, text: 'Your session has ended.', advice: ADVICE.signIn });
    draft.leaveOffice();
    showDraft(newDraft());
    setNote('none');
    setFailure({ ...info, text: LOGGED_OUT, advice: null });
  });
  const isOffice = admin !== null;
  const moveToTab = useEffectEvent(() => admin && draft.moveToTab(admin.id));
  useEffect(() => {
    if (!isOffice) return;
    moveToTab();
    return onTokenChange((token) => {
      if (token === null) end();
    });
  }, [isOffice]);

  const recover = useEffectEvent(async () => {
    const found = await draft.recover();
    if (!found) return;
    showDraft(found);
    setNote(noteOn(found));
  });
  useEffect(() => void recover(), []);

  const entriesFailure = useGivenEntries(isOffice, async (entries) => {
    await draft.whenRestored();
    const hasBelow = draft.begin(entries);
    showDraft(entries);
    setNote({ from: entries.from, hasBelow });
  });

  // With the details of a customer there, what is wrong is still to be said.
  useEffect(() => {
    if (hasFrom(note)) setFocus('title');
  }, [note, setFocus]);

  return {
    form,
    isHydrated,
    entriesFailure,
    /** In whose name an admin enters the request, and the contact message that it is made from. */
    entry: isHydrated && admin !== null ? { author: admin.name, contact } : null,
    isSending: formState.isSubmitting,
    failure,
    /** The share of the upload that was sent, 0 to 1; null when nothing is uploading. */
    progress,
    cancel: () => upload.current?.abort(),
    submit: submitOnce,
    priority: isHydrated ? watch('priority') : emptyRequest.priority,
    files: {
      chosen: draft.files,
      choose: (files: readonly File[]) => {
        setFileError(undefined);
        // The refusal of the submission was about a file.
        if (fileError !== undefined) setFailure(null);
        draft.chooseFiles(files);
      },
      current: draft.currentFiles,
      waitFor: draft.waitFor,
      /** Whether the server has refused one. */
      isRefused: fileError !== undefined,
      error: fileError ?? (draft.areFilesLost ? 'Some files could not be kept. Please choose them again.' : undefined),
    },
    /** Handles every change in the form. */
    keep: () => {
      draft.keep(getValues());
      if (note === 'cleared' || (typeof note === 'object' && !hasFrom(note))) setNote('none');
    },
    /** Handles the form's first focus: loads what the submission needs. */
    prepare: () => void loadSubmission().catch(() => undefined),
    draft: {
      note: isHydrated ? note : ('none' as const),
      startOver: async () => {
        // Otherwise files that are still being restored would appear in the empty form.
        await draft.whenRestored();
        taken.current = draft.empty(getValues());
        showDraft(newDraft());
        setNote('cleared');
      },
      undo: () => {
        if (taken.current === null) return;
        draft.replace(taken.current);
        showDraft(taken.current.draft);
        setNote(noteOn(taken.current.draft));
      },
      takeOut: async () => {
        await draft.whenRestored();
        const { taken: out, below } = draft.takeOut(getValues());
        taken.current = out;
        showDraft(below);
        setNote({ takenOut: out.draft.from ?? '' });
      },
      putBack: () => {
        if (taken.current === null) return;
        const { draft: back } = taken.current;
        const hasBelow = draft.putBack(taken.current);
        showDraft(back);
        setNote({ from: back.from ?? '', hasBelow });
      },
    },
  };
}
