import { isDeepStrictEqual } from 'node:util';

/** The fields of an edit that differ from the row, before and after; null when none differs. */
export function changedFields<R extends object, F extends Partial<Record<keyof R, unknown>>>(row: R, fields: F) {
  const differing = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, row[key as keyof R]),
  );
  if (!differing.length) return null;
  // Only keys of F are left, none of them undefined.
  const after = Object.fromEntries(differing) as { [K in keyof F]?: Exclude<F[K], undefined> };
  const before = Object.fromEntries(differing.map(([key]) => [key, row[key as keyof R]]));
  return { before, after };
}
