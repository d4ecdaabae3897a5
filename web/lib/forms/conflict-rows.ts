import { type FieldPath, type FieldValues, get, set } from 'react-hook-form';

/** What a conflict compares of a state: what it is called, and its value in words, or what the newer state has more. */
export type ComparedField<C> =
  | { label: string; text: (state: C) => string | null }
  | { label: string; added: (before: C, now: C) => string | null };

/** What the user has entered in words, by the labels. What the edit does not touch is undefined. */
export type Entered = Readonly<Record<string, string | undefined>>;

export type ConflictRow = {
  field: string;
  /** As the edit began. */
  before: string | null;
  now: string | null;
  /** As the user has entered it. Left out where the edit does not touch the field. */
  mine?: string | undefined;
};

/**
 * The fields that differ between two states or that the user has entered something in, in words. What is entered under no label,
 * such as a note of the user's own, comes last.
 */
export function conflictRows<C>(
  fields: readonly ComparedField<C>[],
  before: C,
  now: C,
  entered: Entered = {},
): ConflictRow[] {
  const rows = fields.map((field) => ({
    field: field.label,
    ...('text' in field
      ? { before: field.text(before), now: field.text(now) }
      : { before: null, now: field.added(before, now) }),
    mine: entered[field.label],
  }));
  const labels = new Set(rows.map(({ field }) => field));
  const beside = Object.entries(entered)
    .filter(([label]) => !labels.has(label))
    .map(([field, mine]) => ({ field, before: null, now: null, mine }));
  return [...rows, ...beside].filter((row) => row.before !== row.now || row.mine !== undefined);
}

/** The rows that need a decision: what the user has entered differs from what somebody else has made of the same field meanwhile. */
export const collidingRows = (rows: readonly ConflictRow[]): ConflictRow[] =>
  rows.filter(({ before, now, mine }) => mine !== undefined && before !== now && (mine || null) !== (now || null));

/** A field of a form whose values are what a conflict compares. */
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

/** The fields of a form as what a conflict compares. */
export const comparedFields = <V extends FieldValues>(shown: readonly ShownField<V>[]): ComparedField<V>[] =>
  shown.map((field) => ({ label: field.label, text: (values) => textOf(field, values) }));

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

/** The user's own changes in words. */
export const enteredOf = <V extends FieldValues>(own: readonly ShownField<V>[], mine: V): Entered =>
  Object.fromEntries(own.map((field) => [field.label, textOf(field, mine)]));
