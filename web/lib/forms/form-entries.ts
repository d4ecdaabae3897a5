import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';

/** The part of a form that its entries need. Without the type of its result, so that every form fits. */
export type EntriesForm<V extends FieldValues> = Pick<
  UseFormReturn<V>,
  'setValue' | 'getValues' | 'getFieldState' | 'reset'
> & {
  formState: { isDirty: boolean };
};
type Fields<V extends FieldValues> = readonly FieldPath<V>[];

/** Whether one of the fields holds something that is not saved, rendered or not. */
export const isTypedIn = <V extends FieldValues>(
  form: Pick<EntriesForm<V>, 'getFieldState'>,
  fields: Fields<V>,
): boolean => fields.some((field) => form.getFieldState(field).isDirty);

/** What is entered in the fields and not saved, as texts: of a choice of several, their names with commas. */
export const entriesOf = <V extends FieldValues>(
  form: Pick<EntriesForm<V>, 'getFieldState' | 'getValues'>,
  fields: Fields<V>,
): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => form.getFieldState(field).isDirty)
      .map((field) => [field, String(form.getValues(field) ?? '')] as const),
  );

/** Puts entries back into the fields, as entered and not saved. What stands in no field is left out. */
export function placeEntries<V extends FieldValues>(
  form: Pick<EntriesForm<V>, 'getValues' | 'setValue'>,
  fields: Fields<V>,
  entries: Readonly<Record<string, string>>,
): void {
  for (const field of fields) {
    const entry = entries[field];
    if (entry === undefined) continue;
    const value = Array.isArray(form.getValues(field)) ? entry.split(',').filter(Boolean) : entry;
    form.setValue(field, value as PathValue<V, FieldPath<V>>, { shouldDirty: true });
  }
}
