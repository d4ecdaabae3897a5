import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { ComparedField, Entered } from './conflict-rows.ts';
import { beginOn, stateOfKept } from './edit-base.ts';
import { type EntriesForm, isTypedIn } from './form-entries.ts';
import { useEditBase } from './useEditBase.ts';
import { useKeepEntries, useRestoreEntries } from './useKeptEntries.ts';

type Options<T, V extends FieldValues, C extends object> = {
  /** Names the form and the row that it edits. */
  name: string;
  /** The row as last read. */
  newest: T;
  form: EntriesForm<V>;
  /** The text fields that are kept when the session ends; passwords are never among them. */
  kept: readonly FieldPath<V>[];
  /** The part of the row that a conflict compares. It is kept as well, so that what changed in between can be listed. */
  compared: (row: T) => C;
  /** The fields of that part, as a conflict shows them. */
  fields: readonly ComparedField<C>[];
  /** What the user has entered at this moment: changes of other fields are followed. Left out where any change of the row matters. */
  entered?: () => Entered;
  /** What the form shows of the row. While nothing is entered, it follows what others change. */
  valuesOf?: (row: T) => V;
  /** Shows newer values in the fields that the user has not touched. Left out where each field has a single value. */
  takeOver?: (values: V) => void;
  /** Whether something outside the form's fields is chosen that is not saved. */
  isEditedBeside?: boolean;
  /** Whether the form has saved, and closes: leaving it then asks nothing. */
  isSaved?: boolean;
};

/**
 * The edit of a row in a form: the state that it is based on, the question before it is lost and the decision in a conflict
 * (`useEditBase`), and what is entered when the session ends under it. The form shows those entries again after the next sign-in, still
 * based on what the user saw.
 */
export function useEditForm<T extends { version: number }, V extends FieldValues, C extends object>(
  options: Options<T, V, C>,
) {
  const { name, newest, form, compared, fields, entered, valuesOf, isEditedBeside = false, isSaved = false } = options;
  const { takeOver = (values: V) => form.reset(values, { keepDirtyValues: true, keepDirty: true }) } = options;
  const { isDirty } = form.formState;
  const kept = useRestoreEntries(name, form, options.kept);
  const [began] = useState(() => beginOn(stateOfKept(kept.entries, newest)));
  /** The version that the form has followed to. */
  const followed = useRef(newest.version);
  const edit = useEditBase({
    newest,
    isEdited: isDirty || isEditedBeside || kept.isPlacing,
    isSame: (one, other) => JSON.stringify(compared(one)) === JSON.stringify(compared(other)),
    compared,
    fields,
    ...(entered && !kept.isPlacing && { entered }),
    began,
    isUnsaved: isDirty && !isSaved,
    // The form itself then shows this state, or what is entered over it.
    onAccept: ({ version }) => {
      followed.current = version;
    },
  });
  useKeepEntries(name, form, options.kept, edit.base.version, compared(edit.base));
  const follow = useEffectEvent((version: number, isEntered: boolean, isBase: boolean) => {
    if (!valuesOf || kept.isPlacing || followed.current === version) return;
    if (isEntered && entered && isBase) {
      followed.current = version;
      takeOver(valuesOf(newest));
    }
    if (isEntered) return;
    // Asks the fields as well: what was just typed may not be rendered yet.
    if (isTypedIn(form, options.kept)) return;
    followed.current = version;
    form.reset(valuesOf(newest));
  });
  const isBase = edit.base.version === newest.version;
  useEffect(() => follow(newest.version, isDirty, isBase), [newest.version, isDirty, isBase]);
  return {
    ...edit,
    // What is put back stands in the fields first: the comparison is then shown with it, and where the user sees it.
    conflict: (...ways: Parameters<typeof edit.conflict>) => (kept.isPlacing ? null : edit.conflict(...ways)),
    /** Whether the fields hold what was entered when a session ended. */
    isBack: kept.isBack && isDirty && !isSaved,
  };
}
