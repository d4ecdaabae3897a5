import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { Business } from '#contract/business.ts';

/**
 * The rows of a list in the settings form. A new row gets the focus; after a row is removed, the Add button gets it.
 * @param name the list in the business's details
 */
export function useRowList<N extends 'closures' | 'socials'>(name: N) {
  const { control, formState, getValues } = useFormContext<Business>();
  const { fields, append, remove } = useFieldArray<Business, N>({ control, name });
  // Renders again with every change. The values themselves are read from the form: watched ones lag behind a removal.
  useWatch({ control, name });
  const values = getValues(name) as Business[N];
  const error = formState.errors[name];
  const addButton = useRef<HTMLButtonElement>(null);
  return {
    rows: fields.flatMap(({ id }, index) => {
      const value = values[index] as Business[N][number] | undefined;
      return value ? [{ id, index, value }] : [];
    }),
    /** What is wrong with the list as a whole. */
    error: error?.root?.message ?? (error && 'message' in error ? (error.message as string | undefined) : undefined),
    addButton,
    append,
    remove: (indexes: number[]) => {
      remove(indexes);
      addButton.current?.focus();
    },
  };
}
