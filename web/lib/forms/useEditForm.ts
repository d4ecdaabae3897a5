import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { refusalOf } from '../api-client.ts';
import { beginOn, stateOfKept } from './edit-base.ts';
import { type EntriesForm, isTypedIn } from './form-entries.ts';
import { useEditBase } from './useEditBase.ts';
import { useKeepEntries, useRestoreEntries } from './useKeptEntries.ts';

type Options<T, V extends FieldValues> = {
  /** Names the form and the row that it edits. */
  name: string;
  /** The row as last read. */
  newest: T;
  form: EntriesForm<V>;
  /** The text fields that are kept when the session ends; passwords are never among them. */
  kept: readonly FieldPath<V>[];
  /** The part of the row that a conflict compares. It is kept as well, so that what changed in between can be listed. */
  compared: (row: T) => object;
  /** What the form shows of the row. While nothing is entered, it follows what others change. */
  valuesOf?: (row: T) => V;
  /** Whether something outside the form's fields is entered that is not saved. */
  isEditedBeside?: boolean;
};

/**
 * The edit of a row that others may change meanwhile: the state that it is based on (`useEditBase`), and what is entered when
 * the session ends under it. The form shows those entries again after the next sign-in, still based on what the user saw.
 */
export function useEditForm<T extends { version: number }, V extends FieldValues>(options: Options<T, V>) {
  const { name, newest, form, compared, valuesOf, isEditedBeside = false } = options;
  const { isDirty } = form.formState;
  const isEdited = isDirty || isEditedBeside;
  const kept = useRestoreEntries(name, form, options.kept);
  const [began] = useState(() => beginOn(stateOfKept(kept.entries, newest)));
  const isSame = (one: T, other: T) => JSON.stringify(compared(one)) === JSON.stringify(compared(other));
  const edit = useEditBase(newest, isEdited || kept.isPlacing, isSame, began);
  useKeepEntries(name, form, options.kept, edit.base.version, compared(edit.base));
  /** The version that the form has followed to. */
  const followed = useRef(newest.version);
  const follow = useEffectEvent((version: number, isEntered: boolean) => {
    if (!valuesOf || isEntered || kept.isPlacing || followed.current === version) return;
    // Asks the fields as well: what was just typed may not be rendered yet.
    if (isTypedIn(form, options.kept)) return;
    followed.current = version;
    form.reset(valuesOf(newest));
  });
  useEffect(() => follow(newest.version, isDirty), [newest.version, isDirty]);
  const accept = (seen: T = newest): void => {
    // The form itself then shows this state, or what is entered over it.
    followed.current = seen.version;
    edit.accept(seen);
  };
  return {
    ...edit,
    accept,
    /**
     * What the user may do about a conflict.
     * @param ways the last try's error, and how the form saves what is entered, or drops it
     */
    decision: (ways: { error: unknown; save: () => void; discard: () => void }) => ({
      refusal: refusalOf(ways.error),
      hadLostTry: edit.hadLostTry,
      onSaveMine: () => {
        accept();
        ways.save();
      },
      onDiscardMine: () => {
        accept();
        ways.discard();
      },
    }),
    /** Whether the user has to decide: somebody changed the row, and the edit is not saved. */
    isOutdated: edit.isOutdated && isEdited,
    /** Whether the fields hold what was entered when a session ended. */
    isBack: kept.isBack && isDirty,
  };
}
