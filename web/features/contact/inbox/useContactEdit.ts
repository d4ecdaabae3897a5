import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contact } from '#contract/contact.ts';
import { type ContactStatus, contactLabels } from '#contract/words/contact.ts';
import { messageOf, refusalOf } from '#web/lib/api-client.ts';
import { useEditForm } from '#web/lib/forms/useEditForm.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useSetNotes, useSetStatus } from '../contact.api.ts';
import { CONTACT_ALERT, type ContactMessage, comparedFields } from '../contact.view.ts';

const valuesOf = ({ notes }: ContactMessage) => ({ notes });

/**
 * The state of a message's notes and status. Both changes carry the version that the user saw. When somebody was first with the same
 * one, the two are shown side by side, and the user decides which one stands.
 */
export function useContactEdit(message: ContactMessage, isDeleted: boolean) {
  const form = useForm({
    resolver: zodResolver(contact.setNotes.body),
    defaultValues: valuesOf(message),
  });
  const { isDirty } = form.formState;
  /** The status that the user chose and that is not saved yet. */
  const [wanted, setWanted] = useState<ContactStatus | null>(null);
  const entered = () => ({
    Status: wanted ? contactLabels[wanted] : undefined,
    'Admin notes': isDirty ? form.getValues('notes') : undefined,
  });
  const edit = useEditForm({
    name: `contact notes ${message.id}`,
    newest: message,
    form,
    kept: ['notes'],
    compared: ({ status, notes }) => ({ status, notes }),
    fields: comparedFields,
    entered,
    valuesOf,
    isEditedBeside: wanted !== null,
  });
  const statusChange = useSetStatus(message.id);
  const notesChange = useSetNotes(message.id);
  const success = useFlash(CONTACT_ALERT);
  const failure = useFlash(CONTACT_ALERT);
  const [error, setError] = useState<unknown>(null);

  const begin = () => {
    success.clear();
    failure.clear();
    setError(null);
  };
  const failed = (error: unknown, fallback: string) => {
    edit.answered(error);
    setError(error);
    failure.show(messageOf(error, fallback));
  };
  const landed = (text: string) => {
    edit.answered(null);
    success.show(text);
  };

  const setStatus = async (status: ContactStatus): Promise<void> => {
    begin();
    setWanted(status);
    try {
      await statusChange.mutateAsync({ status, version: edit.version() });
      // The edit follows the answer by itself, unless somebody else has changed the notes that are typed here.
      landed('Status updated successfully');
      setWanted(null);
    } catch (error) {
      failed(error, 'Failed to update status');
      // Only a refusal leaves something to decide.
      if (refusalOf(error) === null) setWanted(null);
    }
  };
  /** Returns the message with its saved notes; null when they were not saved. */
  const saveNotes = async (event?: BaseSyntheticEvent): Promise<ContactMessage | null> => {
    const result: { saved: ContactMessage | null } = { saved: null };
    await form.handleSubmit(async ({ notes }) => {
      begin();
      try {
        const saved = await notesChange.mutateAsync({ notes, version: edit.version() });
        form.reset({ notes: saved.notes });
        landed('Notes updated successfully');
        edit.accept(saved);
        result.saved = saved;
      } catch (error) {
        failed(error, 'Failed to update notes');
      }
    })(event);
    return result.saved;
  };

  const notes = form.watch('notes');
  const isBusy = statusChange.isPending || notesChange.isPending;

  return {
    form,
    isBack: edit.isBack,
    notes,
    isDirty,
    setStatus,
    saveNotes,
    /** Shows why another change of this message failed. */
    failed,
    isBusy,
    isSavingNotes: notesChange.isPending,
    sendingStatus: statusChange.isPending ? wanted : null,
    success,
    failure: failure.text,
    /** Set when somebody changed the message during this edit. */
    conflict: edit.conflict({
      error,
      isBusy: isBusy || isDeleted,
      save: async () => {
        if (wanted) await setStatus(wanted);
        if (isDirty) await saveNotes();
      },
      discard: () => {
        begin();
        setWanted(null);
        form.reset(valuesOf(message));
      },
    }),
  };
}
export type ContactEdit = ReturnType<typeof useContactEdit>;
