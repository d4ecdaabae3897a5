import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useSession } from '../session/session.tsx';
import { type EntriesForm, entriesOf, placeEntries } from './form-entries.ts';
import { forgetKept, type KeptForm, keptOf, watchForm } from './kept-entries.ts';

/**
 * Puts back into a form what the user had entered in it when their session ended.
 * @param name names the form and the row that it edits
 * @param fields the form's fields of texts and choices; passwords are never among them
 */
export function useRestoreEntries<V extends FieldValues>(
  name: string,
  form: EntriesForm<V>,
  fields: readonly FieldPath<V>[],
) {
  const userId = useSession().user?.id ?? 0;
  const [entries] = useState(() => keptOf(name, userId));
  const [isPlacing, setPlacing] = useState(entries !== null);
  const place = useEffectEvent(() => {
    if (!entries) return;
    placeEntries(form, fields, entries.fields);
    forgetKept(name, userId);
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

/**
 * Keeps the unsaved entries of a form when the session ends.
 * @param version of the row that the edit began on
 * @param began what a conflict compares of the row, as the edit began
 */
export function useKeepEntries<V extends FieldValues>(
  name: string,
  form: EntriesForm<V>,
  fields: readonly FieldPath<V>[],
  version: number,
  began?: unknown,
): void {
  const userId = useSession().user?.id ?? 0;
  const read = useEffectEvent(
    (): KeptForm => ({ version, fields: entriesOf(form, fields), ...(began !== undefined && { began }) }),
  );
  useEffect(() => watchForm(name, { userId, read: () => read() }), [name, userId]);
}
