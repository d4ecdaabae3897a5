import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api-client.ts';

/**
 * Puts the server's field errors beside their fields and focuses the first one.
 * @param fields the form's own fields; an error inside one of them (`address.city`, `closures.0.date`) counts too
 * @returns whether at least one error belongs to a field of this form
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  fields: readonly (keyof V & string)[],
  setError: UseFormSetError<V>,
): boolean {
  const details = error instanceof ApiError ? error.details : [];
  const shown = details.filter(({ field }) => fields.some((name) => field === name || field.startsWith(`${name}.`)));
  for (const [index, { field, message }] of shown.entries()) {
    setError(field as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return shown.length > 0;
}
