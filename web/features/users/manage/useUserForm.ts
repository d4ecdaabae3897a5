import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { createUserBody, EMAIL_TAKEN, type User, updateUserBody } from '#contract/users.ts';
import { messageOf, refusalOf } from '#web/lib/api-client.ts';
import { editResolver, formResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { comparedFields, enteredOf, ownFields } from '#web/lib/forms/conflict-rows.ts';
import { isMet } from '#web/lib/forms/edit-base.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { isReused, useIdempotencyKeys } from '#web/lib/forms/sending/idempotency.ts';
import { useEditForm } from '#web/lib/forms/useEditForm.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { type NewUser, useCreateUser, useUpdateUser } from '../users.api.ts';
import { shownFields, type UserValues, valuesOf } from '../users.view.ts';
import { useHandOver } from './useHandOver.ts';

type Body = z.output<typeof updateUserBody> & { invite?: boolean };
type UserSchema = z.ZodObject & z.ZodType<Body, UserValues>;
const fields = ['name', 'email', 'phone', 'password', 'role', 'base_location', 'is_active'] as const;
const keptFields = ['name', 'email', 'phone', 'role', 'base_location'] as const;

/** What a new user starts with (spec §5). It has no version, because there is nothing yet that somebody else could change. */
const NOBODY: User = {
  id: 0,
  name: '',
  email: '',
  phone: null,
  role: 'technician',
  base_location: null,
  is_active: true,
  is_invited: false,
  created_at: '',
  version: 0,
};

const newUserOf = ({ version: _none, ...fields }: Body): NewUser => fields;
/** Leaves out what an edit or an invitation does not send: a blank password keeps the present one (spec §5). */
function sentOf(values: UserValues, isNew: boolean): UserValues {
  const { password, invite, ...rest } = values;
  if (!isNew) return password ? { ...rest, password } : rest;
  return invite ? { ...rest, invite } : { ...rest, password };
}

/**
 * The state of the user form: validation by the contract, no password when it is blank on edit, field errors of the server,
 * one Idempotency-Key per new user, and two edits side by side when somebody else was first.
 */
export function useUserForm(existing: User | null, isDeleted: boolean, onSaved: (saved: User) => void) {
  const create = useCreateUser();
  const update = useUpdateUser();
  const keys = useIdempotencyKeys();
  const failure = useFlash();
  const newest = existing ?? NOBODY;
  const checks = existing
    ? editResolver(updateUserBody as UserSchema, () => valuesOf(existing))
    : formResolver(createUserBody as UserSchema);
  const form = useForm<UserValues, unknown, Body>({
    resolver: (values, context, options) => checks(sentOf(values, existing === null), context, options),
    defaultValues: valuesOf(newest),
  });
  const { defaultValues } = form.formState;
  const [role, isActive] = useWatch({ control: form.control, name: ['role', 'is_active'] });
  const isLeaving = existing !== null && (role === 'auditor' || !isActive);
  const handOver = useHandOver(isLeaving ? existing : null);
  const { isPending, isSuccess } = existing ? update : create;
  const entered = () => {
    const mine = form.getValues();
    return enteredOf(ownFields(shownFields, defaultValues as UserValues, mine), mine);
  };
  const edit = useEditForm({
    name: `user ${existing?.id ?? 'new'}`,
    newest,
    form,
    kept: keptFields,
    // With the version: a new password of somebody else is a change that no field shows.
    compared: (user) => ({ ...valuesOf(user), version: user.version }),
    fields: comparedFields(shownFields),
    // With a new password, any change of the user may be another one.
    ...(!form.getValues('password') && { entered }),
    valuesOf,
    isSaved: isSuccess,
  });

  const submit = form.handleSubmit(async (body) => {
    if (!handOver.isAnswered()) return;
    failure.clear();
    try {
      const saved = existing
        ? await update.mutateAsync({
            id: existing.id,
            body: { ...body, taker_id: handOver.taker, version: edit.version() },
          })
        : await create.mutateAsync({ body: newUserOf(body), idempotencyKey: keys.keyFor(body) });
      edit.answered(null);
      onSaved(saved);
    } catch (error) {
      edit.answered(error);
      if (isReused(error)) keys.forget();
      // An error of a field stands at the field alone. In a conflict nothing in the field is wrong.
      const isInField = !isMet(error) || refusalOf(error) === EMAIL_TAKEN;
      if (!isInField || !showFieldErrors(error, fields, form.setError))
        failure.show(messageOf(error, 'Failed to save user'));
    }
  });

  return {
    form,
    submit,
    /** What becomes of the open requests of a user who cannot work any more after the edit; null for anybody else. */
    handOver: isLeaving ? handOver : null,
    isPending,
    isBack: edit.isBack,
    failure: failure.text,
    /** Set when somebody changed the user during this edit. */
    conflict: edit.conflict({
      error: update.error,
      isBusy: isPending || isSuccess || isDeleted,
      entered: () => {
        // Renders again with each entry.
        form.watch();
        return entered();
      },
      save: () => {
        // The fields that were not changed show what somebody else has made of them.
        form.reset(valuesOf(newest), { keepDirtyValues: true });
        void submit();
      },
      discard: () => {
        update.reset();
        failure.clear();
        form.reset(valuesOf(newest));
      },
    }),
  };
}
