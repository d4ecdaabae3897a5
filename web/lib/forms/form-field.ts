import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

/** The part of a form that its fields need. */
type Form<V extends FieldValues, T> = Pick<UseFormReturn<V, unknown, T>, 'register' | 'formState'>;

/** Connects a field to its form: the name, the handlers, and the error that is shown beside it. */
export const formField = <V extends FieldValues, N extends FieldPath<V>, T>(
  { register, formState }: Form<V, T>,
  name: N,
  options?: RegisterOptions<V, N>,
) => ({
  ...register(name, options),
  error: (get(formState.errors, name) as FieldError | undefined)?.message,
});
