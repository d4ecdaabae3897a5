import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOrErrorOf } from '#web/lib/api-client.ts';
import { type FailedCall, failedCall } from '#web/lib/forms/failed-call.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { lateResolver } from '#web/lib/forms/late-resolver.ts';
import { isReused, type Tries, triesOf, useIdempotencyKeys } from '#web/lib/forms/sending/idempotency.ts';
import { sendOnce } from '#web/lib/forms/sending/sent-drafts.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
import { storedMessage } from './contact-draft.stored.ts';

export const CONTACT_FORM = 'contact-form';
const FAILED = 'Failed to send message. Please try again.';
/** In milliseconds: how long the thanks stay (spec §9). */
const BANNER_MS = 10_000;

const empty = { name: '', email: '', phone: '', message: '', website: '' };
const fields = ['name', 'email', 'phone', 'message'] as const;
type Values = Record<(typeof fields)[number], string>;
const loadSubmission = () => import('./contact-submission.ts');

/**
 * What was typed in this tab and not sent, with the tries to send it: a repeat after a reload is the same message. A tab that was
 * duplicated shows the same draft.
 */
function readKept() {
  const kept = { ...(storedMessage.read() as Record<string, unknown> | null) };
  const texts = fields.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : []));
  const id = typeof kept.id === 'string' ? kept.id : newUuid();
  return { id, values: Object.fromEntries(texts) as Partial<Values>, tries: triesOf(kept.tries) };
}

/** Keeps in this tab what is typed and not sent. Never the trap field. */
function writeKept(id: string, values: { [name in keyof Values]?: string | undefined }, tries: Tries): void {
  const isBlank = fields.every((name) => !values[name]?.trim());
  const texts = fields.map((name) => [name, values[name]]);
  storedMessage.write(isBlank ? null : { ...Object.fromEntries(texts), id, tries });
}

/** The message when the call has failed (spec §8). */
function failureOf(error: unknown, hasFields: boolean): string {
  if (error instanceof ApiError && error.status === 429) return 'Too many requests. Please try again later.';
  return hasFields ? 'Please fix the errors in the form.' : messageOrErrorOf(error, FAILED);
}

/**
 * The state of the contact form (spec §2 Contact, §5, §8, §9). Keeps the text until the message was accepted, also over a
 * reload and Back, but only in its tab. A repeat after a lost response is the same message; after a success the next one is new.
 */
export function useContactForm() {
  const [kept] = useState(readKept);
  const [start] = useState(() => ({ ...empty, ...kept.values, ...readEarlyInput(CONTACT_FORM, fields) }));
  const [failure, setFailure] = useState<FailedCall | null>(null);
  const [thanks, setThanks] = useState<{ isRepeat: boolean } | null>(null);
  const form = useForm({
    resolver: lateResolver(loadSubmission, FAILED),
    defaultValues: start,
  });
  const { getValues, handleSubmit, setError, reset } = form;
  const id = useRef(kept.id);
  const keys = useIdempotencyKeys(kept.tries, (tries) => writeKept(id.current, getValues(), tries));
  const renew = () => {
    id.current = newUuid();
    keys.forget();
  };

  // Also what was typed before hydration.
  useEffect(() => writeKept(kept.id, start, kept.tries), [start, kept]);
  useEffect(() => {
    if (!thanks) return;
    const timer = setTimeout(() => setThanks(null), BANNER_MS);
    return () => clearTimeout(timer);
  }, [thanks]);

  const submit = handleSubmit(
    async (body) => {
      setFailure(null);
      setThanks(null);
      try {
        const { send } = await loadSubmission();
        const draft = { id: () => id.current, nextKey: () => keys.keyFor(body), renew };
        const { isRepeat } = await sendOnce(draft, (idempotencyKey) => send({ body, idempotencyKey }));
        reset(empty);
        renew();
        setThanks({ isRepeat });
      } catch (error) {
        if (isReused(error)) renew();
        setFailure(failedCall(error, failureOf(error, showFieldErrors(error, fields, setError))));
      }
    },
    ({ root }) => setFailure(root?.message ? failedCall(root, root.message) : null),
  );

  return {
    form,
    isSubmitting: form.formState.isSubmitting,
    failure,
    thanks,
    /** Handles the form's first focus: loads what the submission needs. */
    prepare: () => void loadSubmission().catch(() => undefined),
    /** Handles every change in the form. */
    keep: () => writeKept(id.current, getValues(), keys.tries()),
    submit,
  };
}
