import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api-client.ts';

/**
 * Puts the server's field errors beside their fields, the first one focused.
 * @returns true when at least one field of this form has one
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): boolean {
  const details = error instanceof ApiError ? error.details : [];
  const known = details.flatMap(({ field, message }) => {
    const name = fields.find((candidate) => candidate === field);
    return name ? [{ name, message }] : [];
  });
  for (const [i, { name, message }] of known.entries()) {
    setError(name, { type: 'server', message }, { shouldFocus: i === 0 });
  }
  return known.length > 0;
}
