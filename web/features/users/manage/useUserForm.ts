import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createUserBody, type User, updateUserBody } from '#contract/users.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { useFlash } from '#web/ui/base/useFlash.ts';
import { useUnsaved } from '#web/ui/mantine/Dialog.tsx';
import { userQueries, useSaveUser } from '../users.api.ts';

type Values = z.input<typeof createUserBody>;
type Body = z.output<typeof updateUserBody>;
const fields = ['name', 'email', 'phone', 'password', 'role', 'base_location', 'is_active'] as const;

/** Every field is sent: who goes on replaces what the other one saved. */
const OVERWRITES = 'What you entered is still here: Save Changes puts it in the place of that change.';

/** The state of the user form: the contract's rules, a blank password left out on edit, field errors per field. */
export function useUserForm(existing: User | null, onSaved: (name: string) => void) {
  const save = useSaveUser(existing);
  const failure = useFlash();
  // The list may be read anew behind the dialog: the edit is made on what its fields began with, until someone was faster.
  const version = useRef(existing?.version);
  const client = useQueryClient();
  const schema = existing ? updateUserBody : createUserBody;
  const form = useForm<Values, unknown, Body>({
    resolver: (values, context, options) =>
      zodResolver<Values, unknown, Body>(schema as z.ZodType<Body, Values>)(
        // On edit a blank password means "as it is" (spec §5).
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
      // What belongs to a field goes to the field, and stays there.
      const message = messageOf(error, 'Failed to save user');
      const newest = client.getQueryData(userQueries.list().queryKey)?.find(({ id }) => id === existing?.id)?.version;
      const isOld = error instanceof ApiError && error.code === 'conflict' && newest !== version.current;
      if (isOld) version.current = newest;
      failure.show(isOld ? `${message} ${OVERWRITES}` : message);
      for (const { field, message } of error instanceof ApiError ? error.details : []) {
        const name = fields.find((known) => known === field);
        if (name) form.setError(name, { message }, { shouldFocus: true });
      }
    }
  });
  const { register, control, formState } = form;
  return { register, control, submit, errors: formState.errors, save, failure: failure.text };
}
