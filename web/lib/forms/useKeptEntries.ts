import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { useSession } from '../session.tsx';
import { type Entry, forgetKept, type KeptForm, keptOf, watchForm } from './kept-entries.ts';

/** The part of a form that its entries need. Without the type of its result, so that every form fits. */
type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'setValue' | 'getValues' | 'getFieldState'> & {
  formState: { defaultValues?: unknown };
};

/**
 * Puts back into a form what the user had entered in it when their session ended.
 * @param name names the form and the row that it edits
 * @param fields the form's text fields; passwords are never among them
 */
export function useKept<V extends FieldValues>(name: string, form: Form<V>, fields: readonly FieldPath<V>[]) {
  const userId = useSession().user?.id ?? 0;
  const [entries] = useState(() => keptOf(name, userId));
  const [isPlacing, setPlacing] = useState(entries !== null);
  const place = useEffectEvent(() => {
    if (!entries) return;
    for (const field of fields) {
      const entry = entries.fields[field];
      if (entry) form.setValue(field, entry.mine as PathValue<V, FieldPath<V>>, { shouldDirty: true });
    }
    forgetKept(name);
    setPlacing(false);
  });
  // A layout effect, so that nobody sees the form without the entries.
  useLayoutEffect(() => place(), []);
  return {
    entries,
    /** Whether entries are there and not in the fields yet. */
    isPlacing,
    isBack: entries !== null,
  };
}

/** The state of a row that a kept edit began on, as far as its entries tell. The row itself when it has not changed. */
export function beganOn<T extends { version: number }>(row: T, entries: KeptForm | null): T {
  if (!entries || entries.version === row.version) return row;
  const before = Object.entries(entries.fields).flatMap(([field, entry]) =>
    field in row ? [[field, entry.before]] : [],
  );
  return { ...row, ...Object.fromEntries(before), version: entries.version };
}

const valueAt = (values: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);

/**
 * Keeps the unsaved entries of a form when the session ends.
 * @param version of the row that the edit began on
 * @param began the row as the edit began, when it cannot be made of the fields
 */
export function useKeepEntries<V extends FieldValues>(
  name: string,
  form: Form<V>,
  fields: readonly FieldPath<V>[],
  version: number,
  began?: unknown,
): void {
  const userId = useSession().user?.id ?? 0;
  const { defaultValues } = form.formState;
  const read = useEffectEvent((): KeptForm => {
    const entries: Record<string, Entry> = {};
    for (const field of fields) {
      if (!form.getFieldState(field).isDirty) continue;
      entries[field] = {
        before: String(valueAt(defaultValues, field) ?? ''),
        mine: String(form.getValues(field) ?? ''),
      };
    }
    return { version, fields: entries, ...(began !== undefined && { began }) };
  });
  useEffect(() => watchForm(name, { userId, read: () => read() }), [name, userId]);
}
