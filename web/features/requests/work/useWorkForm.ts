import { type FormEvent, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { RequestDetail } from '#contract/request-answers.ts';
import { requestTexts, type Status } from '#contract/words/requests.ts';
import { missingEvidence } from '#contract/workflow.ts';
import { isMet } from '#web/lib/forms/edit-base.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useEditBase } from '#web/lib/forms/useEditBase.ts';
import type { Outcome } from '#web/lib/outbox/outbox.ts';
import { endOf } from '#web/lib/outbox/tries.ts';
import { useOutbox, useOutboxItems } from '#web/lib/outbox/useOutbox.ts';
import { unreadableFiles } from '#web/lib/pictures/unreadable-files.ts';
import { useDelayedClose } from '#web/ui/base/behaviour/useDelayedClose.ts';
import type { Signature } from '#web/ui/mantine/form/SignaturePad.tsx';
import { comparedFields, comparedOf, isSameRequest } from '../record/request-changes.ts';
import { useReread } from '../requests.api.ts';
import { useFollowedStatus } from './useFollowedStatus.ts';
import { useWorkPhotos } from './useWorkPhotos.ts';
import { useWorkSections } from './useWorkSections.ts';
import {
  beganWith,
  blankWork,
  enteredWork,
  errorOf,
  isThisWork,
  type KeptWork,
  textOfValues,
  type WorkDraft,
  type WorkForm,
  type WorkUpdate,
  type WorkValues,
  workFields,
  workResolver,
} from './work-draft.ts';
import { isGone, isLost, isOutOfDate, NOTHING_ENTERED, refusedPhotos, workFailure } from './work-failures.ts';

type Options = {
  request: RequestDetail;
  /** Whether the request is not assigned to the technician any more. */
  isTaken: boolean;
  /** The statuses that this user may set. */
  moves: readonly Status[];
  /** What the outbox holds of this work order. */
  kept: KeptWork | null;
  onDone: () => void;
};

/**
 * The state of a work order's form. To complete a request, the customer's evidence is needed (spec §5): the form first
 * opens the section for it, then names the missing signature and rating. Everything that is entered is in the outbox.
 */
export function useWorkForm({ request, isTaken, moves, kept, onDone }: Options) {
  const outbox = useOutbox();
  const item = useOutboxItems().find(({ requestId }) => requestId === request.id);
  const done = useDelayedClose(onDone);
  const [blank, setBlank] = useState(() => blankWork(request, moves));
  const form: WorkForm = useForm<WorkValues, unknown, WorkUpdate>({
    resolver: workResolver((status) => isCompleting(status)),
    defaultValues: { ...blank, ...kept?.draft.values },
  });
  const signature = useRef<Signature | null>(kept?.draft.signature ?? null);
  const photos = useWorkPhotos(kept?.files ?? [], (files) => keep(files));
  const sections = useWorkSections(form, kept);
  const { evidenceOpened, setEvidenceOpened, unsignedOpened, leadTo } = sections;
  const [hint, setHint] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(() => errorOf(kept));
  const { isRereading, reread } = useReread(request.id);
  const [isBack, setBack] = useState(kept !== null);
  // The form's own isDirty compares with what was kept.
  const [isFilledIn, setFilledIn] = useState(kept !== null);
  const isEdited = isFilledIn || photos.photos.length > 0 || photos.adding.isPreparing;
  // It goes on when the work order is closed, and the list says how it ends.
  const isOnItsWay = item?.stage === 'sending' || item?.stage === 'waiting';
  const edit = useEditBase({
    newest: request,
    isEdited,
    isSame: isSameRequest,
    compared: comparedOf,
    fields: comparedFields,
    entered: (base: RequestDetail) => enteredWork(form.getValues(), base, request),
    began: beganWith(kept, request),
    isUnsaved: isEdited && !done.text && !isOnItsWay,
    onDiscard: () => discard(),
  });
  const isOver = useRef(false);
  /** Grows when the form starts over: the signature pad then begins empty. */
  const [round, setRound] = useState(0);

  const draft = (): WorkDraft => ({ values: form.getValues(), signature: signature.current, base: edit.current() });
  const lastKept = useRef(textOfValues(kept?.draft.values ?? blank));
  /**
   * Keeps what is entered now, if it differs from what is kept already. The fields are locked while the update is sent: what
   * is sent then makes no draft. A photo that was being shrunk before is kept all the same.
   */
  const keep = (files?: readonly File[]) => {
    if (item?.isSending && !files) return;
    const now = draft();
    const text = textOfValues(now.values);
    const isTouched = text !== textOfValues(blank);
    if (isOver.current || (text === lastKept.current && !files)) return;
    lastKept.current = text;
    setFilledIn(isTouched);
    if (!isTouched && photos.current().length === 0) void outbox.discard(request.id);
    else void outbox.keep({ requestId: request.id, name: request.external_id, form: now, ...(files && { files }) });
  };
  const keepValues = useEffectEvent(() => keep());
  // A layout effect, so that it runs before the first letter is typed.
  useLayoutEffect(() => form.subscribe({ formState: { values: true }, callback: () => keepValues() }), [form]);

  /** Shows the form of this request as nobody has touched it. */
  const showBlank = (fresh: typeof blank) => {
    lastKept.current = textOfValues(fresh);
    setBlank(fresh);
    sections.fold();
    form.reset(fresh);
  };
  const follow = useEffectEvent((newest: RequestDetail) => {
    const fresh = blankWork(newest, moves);
    if (!isEdited && !isOver.current && textOfValues(fresh) !== textOfValues(blank)) showBlank(fresh);
  });
  // A form that nobody has touched follows the request: it may have begun with what was kept for a time without a connection.
  useEffect(() => follow(request), [request]);
  const isFree = isEdited && !isOnItsWay && !isOver.current;
  useFollowedStatus({ form, began: kept?.draft.base ?? request, base: edit.base, moves, isFree, setBlank });

  const discard = () => {
    void outbox.discard(request.id);
    lastKept.current = textOfValues(blank);
    signature.current = null;
    setRound((count) => count + 1);
    setBack(false);
    setFilledIn(false);
    setError(null);
  };
  /** Empties the form and the outbox. The form begins with the request as it is now. */
  const startOver = () => {
    discard();
    edit.accept();
    showBlank(blankWork(request, moves));
    photos.clear();
  };

  /** Keeps what is entered here when another tab has sent something else. The request has changed by that. */
  const keepBeside = () => {
    lastKept.current = '';
    keep(photos.current());
    return reread();
  };
  const onOutcome = async (outcome: Outcome) => {
    if (outcome.requestId !== request.id || isOver.current) return;
    // Without names the list says it: an open form has its photos.
    if (outcome.kind === 'unreadable') return outcome.names.length > 0 && setError(unreadableFiles(outcome.names));
    if (outcome.kind === 'arrived' || outcome.kind === 'handed_over') {
      if (isEdited && !isThisWork(outcome, lastKept.current, photos.current())) return keepBeside();
      isOver.current = true;
      edit.answered(null);
      setError(null);
      return done.finish(endOf[outcome.kind]);
    }
    // The refusal is shown beside the newest version.
    if (isOutOfDate(outcome.error)) await reread();
    edit.answered(outcome.error, outcome.kind === 'refused' ? outcome.mayBeSaved : undefined);
    setError(outcome.error);
    if (!isMet(outcome.error)) showFieldErrors(outcome.error, workFields, form.setError);
  };
  const hear = useEffectEvent((outcome: Outcome) => void onOutcome(outcome));
  useEffect(() => outbox.listen((outcome) => hear(outcome)), [outbox]);
  // A request that is assigned again is not gone.
  useEffect(() => {
    if (!isTaken) setError((last: unknown) => (isGone(last) ? null : last));
  }, [isTaken]);
  // Opening the work order is a reason to try again.
  useEffect(() => {
    if (outbox.isWaiting(request.id)) void outbox.deliver(request.id);
  }, [outbox, request.id]);

  const isCompleting = (status: Status | undefined): boolean =>
    status === 'completed' && edit.current().status !== 'completed';

  /** Shows everything that is missing to complete the request. Returns whether something is missing. */
  const showMissingEvidence = (values: WorkUpdate): boolean => {
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

  const submit = form.handleSubmit(
    (values) => {
      // Otherwise photos that are still being shrunk would be left out.
      if (photos.adding.isPreparing) return;
      setHint(null);
      setError(null);
      if (sections.showUnsignedProblems(values)) return;
      if (!isEdited) return setHint(NOTHING_ENTERED);
      if (isCompleting(values.status) && showMissingEvidence(values)) return;
      lastKept.current = textOfValues(form.getValues());
      return outbox.submit({
        requestId: request.id,
        name: request.external_id,
        form: draft(),
        body: { ...values, version: edit.version() },
        files: photos.current(),
      });
    },
    (errors) => {
      const first = workFields.find((name) => errors[name]);
      if (first) leadTo(first);
    },
  );
  /** What waits is sent as it is, because nothing was edited since. */
  const send = (event?: FormEvent) => {
    if (!outbox.isWaiting(request.id)) return submit(event);
    event?.preventDefault();
    return outbox.deliver(request.id);
  };

  const isSending = (item?.isSending ?? false) || isRereading;
  const isBusy = isSending || done.text !== null;
  const status = useWatch({ control: form.control, name: 'status' });
  return {
    form,
    send,
    photos,
    round,
    /** The signature as it is at this moment. */
    signature: () => signature.current,
    sign: useCallback(
      (given: Signature | null) => {
        signature.current = given;
        form.clearErrors('signature');
        form.setValue('signature_kind', given?.kind);
        form.setValue('signed_name', given?.kind === 'typed' ? given.name : '');
        form.setValue('signature', given?.url ?? '');
      },
      [form],
    ),
    completing: isCompleting(status),
    isInProgress: status === 'in_progress',
    /** Leads from a completion to a visit without a signature. */
    cannotSign: () => {
      form.setValue('status', 'in_progress');
      setHint(null);
      // The pressed button goes with its section.
      leadTo('unsigned');
    },
    unsignedOpened,
    toggleUnsigned: sections.toggleUnsigned,
    evidenceOpened,
    toggleEvidence: () => setEvidenceOpened((opened) => !opened),
    statusChosen: () => {
      setHint(null);
      setEvidenceOpened(form.getValues('status') === 'completed');
    },
    hint: hint === NOTHING_ENTERED && isEdited ? null : hint,
    failure: error ? workFailure(error, photos.photos) : null,
    refusedPhotos: refusedPhotos(error, photos.photos),
    /** Whether the update waits to be sent again by itself. */
    isWaiting: item?.stage === 'waiting',
    isOnItsWay,
    isStored: item?.isStored ?? true,
    hasNoConnection: isLost(error),
    /** Set when somebody changed the request during this edit. */
    conflict: edit.conflict({
      error,
      isBusy,
      save: () => {
        // A status that the technician has not chosen does not undo the one of somebody else.
        const { status: standing } = blankWork(request, moves);
        if (standing && form.getValues('status') === edit.base.status) form.setValue('status', standing);
        void submit();
      },
      discard: startOver,
    }),
    /** The status that the technician has chosen; undefined while it is the one of the request as the edit began. */
    chosen: status === edit.base.status ? undefined : status,
    /** Whether the form holds what was entered before it was opened. */
    isBack: isBack && isEdited && !done.text,
    startOver,
    success: done.text,
    isSending,
    progress: item?.progress ?? 0,
    isBusy,
    canSend: !isBusy && !photos.adding.isPreparing,
  };
}

export type Work = ReturnType<typeof useWorkForm>;
