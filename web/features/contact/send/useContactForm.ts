import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { isReused, useIdempotencyKeys } from '#web/lib/forms/idempotency.ts';
import { lateResolver } from '#web/lib/forms/late-resolver.ts';
import { readTyped } from '#web/ui/base/early-input.ts';

export const CONTACT_FORM = 'contact-form';
const FAILED = 'Failed to send message. Please try again.';
/** How long the thanks stay (spec §9). */
const BANNER_MS = 10_000;

const empty = { name: '', email: '', phone: '', message: '', website: '' };
const fields = ['name', 'email', 'phone', 'message'] as const;
const sending = () => import('./contact-submission.ts');

/** What people read when a message did not go out (spec §8). */
function failureOf(error: unknown, hasFields: boolean): string {
  if (error instanceof ApiError && error.status === 429) return 'Too many requests. Please try again later.';
  return hasFields ? 'Please fix the errors in the form.' : messageOf(error, FAILED);
}

/**
 * The contact form's state (spec §2 Contact, §5, §8, §9): what was typed stays until the server has said yes; a repeat after a
 * lost answer is the same message, and only the next one is another.
 */
export function useContactForm() {
  const [typed] = useState(() => readTyped(CONTACT_FORM, fields));
  const keys = useIdempotencyKeys();
  const [failure, setFailure] = useState<string | null>(null);
  const [thanks, setThanks] = useState<{ at: number } | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: lateResolver(sending, FAILED),
    defaultValues: { ...empty, ...typed },
  });
  const { errors, isSubmitting } = formState;

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
        const { send } = await sending();
        await send({ body, idempotencyKey: keys.keyFor(body) });
        reset(empty);
        keys.forget();
        setThanks({ at: Date.now() });
      } catch (error) {
        if (isReused(error)) keys.forget();
        setFailure(failureOf(error, showFieldErrors(error, fields, setError)));
      }
    },
    ({ root }) => setFailure(root?.message ?? null),
  );

  return {
    register,
    errors,
    isSubmitting,
    failure,
    hasThanks: thanks !== null,
    /** For the form's first focus: what it needs later is on its way before it is needed. */
    prepare: () => void sending().catch(() => undefined),
    submit,
  };
}
