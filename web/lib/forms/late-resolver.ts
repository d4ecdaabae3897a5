import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's checks, loaded apart: they weigh more than the rest of the form and are wanted only when something has been
 * typed. When they do not come, nothing is sent and `failure` is the form's own error (`errors.root`).
 * @param load imports the module with the checks; called for each try
 * @param failure what people read, the call's own text of spec §8
 */
export const lateResolver =
  <V extends FieldValues, C, T>(
    load: () => Promise<{ resolver: Resolver<V, C, T> }>,
    failure: string,
  ): Resolver<V, C, T> =>
  async (values, context, options) => {
    let resolver: Resolver<V, C, T>;
    try {
      ({ resolver } = await load());
    } catch {
      return { values: {}, errors: { root: { type: 'unavailable', message: failure } } as FieldErrors<V> };
    }
    return resolver(values, context, options);
  };
