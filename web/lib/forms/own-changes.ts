import { type FieldPath, type FieldValues, get, set } from 'react-hook-form';

/** A field as a conflict shows it: what it is called, and its value in words. */
export type ShownField<V extends FieldValues> = {
  label: string;
  path: FieldPath<V>;
  /** Left out for a text. */
  text?: (value: never) => string;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const textOf = <V extends FieldValues>({ path, text }: ShownField<V>, values: V): string => {
  const value: unknown = get(values, path);
  return text ? text(value as never) : String(value ?? '');
};

/** The fields whose value the user has changed. A list counts as one value. */
export const ownFields = <V extends FieldValues>(
  shown: readonly ShownField<V>[],
  began: V,
  mine: V,
): readonly ShownField<V>[] => shown.filter(({ path }) => !isSame(get(began, path), get(mine, path)));

/** The newest values with the user's own changes in them: what "Save mine" saves. */
export function withOwn<V extends FieldValues>(own: readonly ShownField<V>[], now: V, mine: V): V {
  const values = structuredClone(now);
  for (const { path } of own) set(values, path, get(mine, path));
  return values;
}

/** The fields that somebody else changed during an edit or that the user has changed, in words. */
export const rowsOf = <V extends FieldValues>(
  shown: readonly ShownField<V>[],
  own: readonly ShownField<V>[],
  { before, now, mine }: Record<'before' | 'now' | 'mine', V>,
) =>
  shown
    .filter((field) => own.includes(field) || !isSame(get(before, field.path), get(now, field.path)))
    .map((field) => ({
      field: field.label,
      before: textOf(field, before),
      now: textOf(field, now),
      ...(own.includes(field) && { mine: textOf(field, mine) }),
    }));
