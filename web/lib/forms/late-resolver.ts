import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/**
 * A resolver that loads a form's checks when they are first needed, because they are larger than the rest of the form. When
 * they cannot be loaded, nothing is sent and `failure` is the form's error (`errors.root`).
 * @param load imports the module with the checks; called for each try
 * @param failure the call's fallback text of spec §8
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
