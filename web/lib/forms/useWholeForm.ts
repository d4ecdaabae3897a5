import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { messageOf } from '../api-client.ts';
import { comparedFields, enteredOf, ownFields, type ShownField, withOwn } from './conflict-rows.ts';
import { isMet } from './edit-base.ts';
import { showFieldErrors } from './field-errors.ts';
import { useEditForm } from './useEditForm.ts';

type Options<T, V extends FieldValues> = {
  /** Names the form. */
  name: string;
  /** The row as last read. */
  newest: T;
  form: UseFormReturn<V, unknown, V>;
  /** What the form shows of the row, and what it saves. */
  valuesOf: (row: T) => V;
  /** The text fields that are kept when the session ends. */
  kept: readonly FieldPath<V>[];
  /** The fields that a conflict compares: together all that is saved. */
  shown: readonly ShownField<V>[];
  save: {
    mutateAsync: (body: V & { version: number }) => Promise<T>;
    isPending: boolean;
    error: unknown;
    reset: () => void;
  };
  /** Said when the server does not say why it refused. */
  failure: string;
  onSaved: (saved: T) => void;
};

/**
 * A form that saves a row as a whole and stays open. It takes over what somebody else changes in other fields. When they changed the
 * same field, nothing that was entered is lost: the user saves their own changes over the newest state, or takes that state.
 */
export function useWholeForm<T extends { version: number }, V extends FieldValues>(options: Options<T, V>) {
  const { name, newest, form, valuesOf, kept, shown, save, failure, onSaved } = options;
  const { isDirty, errors, defaultValues } = form.formState;
  const own = () => ownFields(shown, defaultValues as V, form.getValues());
  const edit = useEditForm({
    name,
    newest,
    form,
    kept,
    compared: valuesOf,
    fields: comparedFields(shown),
    entered: () => enteredOf(own(), form.getValues()),
    valuesOf,
    // Field by field: a reset would make the rows of all lists anew, also the one that somebody types in.
    takeOver: (values) => {
      const mine = new Set(own());
      for (const field of shown) if (!mine.has(field)) form.setValue(field.path, get(values, field.path));
      form.reset(values, { keepValues: true, keepErrors: true });
    },
  });
  const start = (row: T) => {
    edit.accept(row);
    form.reset(valuesOf(row));
    save.reset();
  };
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync({ ...body, version: edit.version() });
      start(saved);
      onSaved(saved);
    } catch (error) {
      edit.answered(error);
      // The message is shown from the mutation's state. In a conflict nothing in a field is wrong.
      if (!isMet(error)) showFieldErrors(error, Object.keys(valuesOf(newest)) as FieldPath<V>[], form.setError);
    }
  });

  const saveMine = () => {
    const now = valuesOf(newest);
    const wanted = withOwn(own(), now, form.getValues());
    form.reset(now);
    form.reset(wanted, { keepDefaultValues: true });
    void submit();
  };
  const hasMistakes = Object.keys(errors).length > 0;
  return {
    submit,
    isDirty,
    isBack: edit.isBack,
    isSaving: save.isPending,
    discard: () => start(newest),
    failure: save.error ? messageOf(save.error, failure) : hasMistakes ? 'Please fix the errors in the form.' : null,
    /** Set when somebody changed the row during this edit. */
    conflict: edit.conflict({
      error: save.error,
      isBusy: save.isPending,
      entered: () => enteredOf(own(), form.getValues()),
      save: saveMine,
      discard: () => start(newest),
    }),
  };
}
