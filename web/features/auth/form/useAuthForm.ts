import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { lateResolver } from '#web/lib/forms/late-resolver.ts';

/** The id of the form, of which a page has one. */
export const AUTH_FORM = 'auth-form';

type Options<V extends FieldValues, T> = {
  loadChecks: () => Promise<{ resolver: Resolver<V, unknown, T> }>;
  /** The call's fallback text of spec §8. */
  failed: string;
  send: (body: T) => Promise<void>;
  /** Only for what is not typed in: a field without one keeps what the user or the browser filled in before hydration. */
  defaultValues?: DefaultValues<V>;
  /** The fields that show the server's errors. */
  fields?: readonly (keyof V & string)[];
};

/** The state of a form by which staff get in. After a success it stays busy, because the page leaves. */
export function useAuthForm<V extends FieldValues, T>(options: Options<V, T>) {
  const { loadChecks, failed, send, defaultValues, fields = [] } = options;
  const form = useForm({ resolver: lateResolver(loadChecks, failed), ...(defaultValues && { defaultValues }) });
  const [isLeaving, setLeaving] = useState(false);
  // It stands until the next answer: when it went away at a press, the button would move from under the pointer.
  const [failure, setFailure] = useState<string>();
  const submit = form.handleSubmit(
    async (body) => {
      try {
        await send(body);
        setLeaving(true);
      } catch (error) {
        setFailure(showFieldErrors(error, fields, form.setError) ? undefined : messageOf(error, failed));
      }
    },
    ({ root }) => setFailure(root?.message),
  );
  return {
    form,
    failure,
    isBusy: form.formState.isSubmitting || isLeaving,
    submit,
    /** Handles the form's first focus: loads what the submission needs. */
    prepare: () => void loadChecks().catch(() => undefined),
  };
}
