import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import { settleEdit } from '#contract/texts/edit.ts';
import { emailHint, isEmailRefusal } from '#contract/texts/email.ts';

/** Says after the message of a refused address what to correct in it. */
function addHints<V extends FieldValues>(errors: FieldErrors<V>, values: V): void {
  for (const [name, error] of Object.entries(errors)) {
    const hint = isEmailRefusal(error?.message) ? emailHint(String(values[name])) : null;
    if (error && hint) error.message = `${error.message}. ${hint}`;
  }
}

/** The checks of a form: the contract's, with a hint after the message of a refused email address. */
export const formResolver =
  <V extends FieldValues, T>(schema: z.ZodType<T, V>): Resolver<V, unknown, T> =>
  async (values, context, options) => {
    const result = await zodResolver<V, unknown, T>(schema)(values, context, options);
    addHints(result.errors as FieldErrors<V>, values);
    return result;
  };

/**
 * The checks of a form that edits a row. A field that shows what the row has is right, also when a rule is newer than the row.
 * @param nowOf returns the fields as the form shows the row
 */
export const editResolver = <V extends FieldValues, T>(
  schema: z.ZodObject & z.ZodType<T, V>,
  nowOf: () => V,
): Resolver<V, unknown, T> =>
  formResolver(
    z.custom<V>().transform((values, { issues }) => {
      const settled = settleEdit(schema, values, nowOf());
      for (const { field, message } of settled.problems)
        issues.push({ code: 'custom', message, path: field.split('.'), input: values });
      return settled.values as T;
    }),
  );
