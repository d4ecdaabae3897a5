import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createUserBody, type User, updateUserBody } from '#contract/users.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useFlash } from '#web/ui/base/useFlash.ts';
import { useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { userQueries, useSaveUser } from '../users.api.ts';

type Values = z.input<typeof createUserBody>;
type Body = z.output<typeof updateUserBody>;
const fields = ['name', 'email', 'phone', 'password', 'role', 'base_location', 'is_active'] as const;

/** Shown after a conflict: the form sends every field, so that saving again overwrites the other change. */
const OVERWRITES = 'What you entered is still here: Save Changes puts it in the place of that change.';

/** The state of the user form: validation by the contract, no password when it is blank on edit, field errors. */
export function useUserForm(existing: User | null, onSaved: (name: string) => void) {
  const save = useSaveUser(existing);
  const failure = useFlash();
  // The version that the fields started with. The list may be read again behind the dialog; only a conflict updates it.
  const version = useRef(existing?.version);
  const client = useQueryClient();
  const schema = existing ? updateUserBody : createUserBody;
  const form = useForm<Values, unknown, Body>({
    resolver: (values, context, options) =>
      zodResolver<Values, unknown, Body>(schema as z.ZodType<Body, Values>)(
        // On edit a blank password keeps the present one (spec §5).
        existing && !values.password ? (({ password: _blank, ...rest }) => rest as Values)(values) : values,
        context,
        options,
      ),
    defaultValues: {
      name: existing?.name ?? '',
      email: existing?.email ?? '',
      phone: existing?.phone ?? '',
      password: '',
      role: existing?.role ?? 'technician',
      base_location: existing?.base_location ?? '',
      is_active: existing?.is_active ?? true,
    },
  });
  useUnsaved(form.formState.isDirty && !save.isSuccess);
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      onSaved((await save.mutateAsync(existing ? { ...body, version: version.current } : body)).name);
    } catch (error) {
      const message = messageOf(error, 'Failed to save user');
      const newest = client.getQueryData(userQueries.list().queryKey)?.find(({ id }) => id === existing?.id)?.version;
      const isOld = error instanceof ApiError && error.code === 'conflict' && newest !== version.current;
      if (isOld) version.current = newest;
      failure.show(isOld ? `${message} ${OVERWRITES}` : message);
      showFieldErrors(error, fields, form.setError);
    }
  });
  return { form, submit, save, failure: failure.text };
}
